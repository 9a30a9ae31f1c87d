/**
 * The named models of an environment, across the schemas of its parts: each definition once, each type name once.
 */
import { envNames } from "@openenv/core/schema";
import type { DiagnosticLog } from "../diagnostics/diagnostic.ts";
import type { Model } from "../ir/model.ts";
import type { Node } from "../ir/node.ts";
import { isReserved, typeName } from "../print/identifier.ts";
import { words } from "../print/words.ts";

/** Names that generated files use themselves, beside those of the environment. */
const USED_NAMES = words(
  "BaseResetParams BaseState ClientOptions EnvClient EnvJsonSchemas EnvManifest EnvSpec EnvTypes JsonObject " +
    "Environment EnvironmentDefinition EnvironmentFactory EnvironmentOptions Action Observation State Root " +
    "Array BigInt Boolean Error Infinity NaN Number Object Omit Partial Promise Record RegExp String Symbol",
);

/** A model while it is read. */
export interface PendingModel extends Model {
  node: Node;
}

export class ModelTable {
  readonly #log: DiagnosticLog;
  /** What a name is tried with when it is taken: `EchoItem` for `Item`. */
  readonly #prefix: string;
  readonly #taken = new Set<string>();
  readonly #models = new Map<string, PendingModel>();

  constructor(prefix: string, log: DiagnosticLog) {
    this.#prefix = prefix;
    this.#log = log;
    for (const name of USED_NAMES) this.#taken.add(name);
  }

  /** Keeps a name, with the names derived from it, for something else. */
  reserve(name: string): void {
    for (const derived of derivedNames(name)) this.#taken.add(derived);
  }

  /**
   * The model of a definition.
   *
   * @param identity a text that is the same for definitions that mean the same
   * @param key what `$defs` calls it
   * @param title what it calls itself
   * @param read fills in the node; called once, after the model can be referred to
   */
  intern(identity: string, key: string, title: string | undefined, source: string, read: () => Node): Model {
    const known = this.#models.get(identity);
    if (known !== undefined) return known;
    const model: PendingModel = {
      key,
      name: this.#freeName(key, title, source),
      node: { kind: "never", source },
    };
    this.#models.set(identity, model);
    model.node = read();
    return model;
  }

  #freeName(key: string, title: string | undefined, source: string): string {
    const wanted = [title ?? "", key].map((text) => typeName(text)).find((name) => name !== "") ?? "Model";
    const candidates = [wanted, typeName(key), this.#prefix + wanted].filter((name) => name !== "");
    const free = candidates.find((name) => this.#isFree(name));
    if (free === wanted) return this.#take(free);
    let name = free ?? "";
    for (let n = 2; name === ""; n++) if (this.#isFree(`${wanted}${n}`)) name = `${wanted}${n}`;
    this.#log.report("OE1012", source, `The name ${wanted} is taken, so this model becomes ${name}.`);
    return this.#take(name);
  }

  #isFree(name: string): boolean {
    return !isReserved(name) && derivedNames(name).every((derived) => !this.#taken.has(derived));
  }

  #take(name: string): string {
    this.reserve(name);
    return name;
  }
}

/** The names that are printed for a model. */
function derivedNames(name: string): string[] {
  return [name, `${name}Input`, `${name}Schema`];
}

/** A table in which the names of an environment are taken. */
export function environmentModels(name: string, log: DiagnosticLog): ModelTable {
  const names = envNames(name);
  const table = new ModelTable(names.prefix, log);
  for (const own of [names.action, names.observation, names.state, `${names.prefix}Reset`]) table.reserve(own);
  for (const own of [`${names.prefix}Types`, names.client, `${names.prefix}Server`]) table.reserve(own);
  for (const own of [`${names.prefix}Tools`, "CallToolAction", "ListToolsAction"]) table.reserve(own);
  return table;
}
