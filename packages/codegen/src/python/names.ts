/**
 * What things are called in Python: the distribution and its module (PROTOCOL §5.9), classes, and fields whose name in
 * JSON cannot be the name of an attribute.
 */
import type { EnvNames } from "@openenv/core/schema";
import type { Model } from "../ir/model.ts";
import { typeName } from "../print/identifier.ts";
import { words } from "../print/words.ts";

const KEYWORDS = words(
  "False None True and as assert async await break class continue def del elif else except finally for from global if " +
    "import in is lambda nonlocal not or pass raise return try while with",
);
/** What modules of models import and use by name: a field of this name would hide it from the fields below. */
const USED = words(
  "str int float bool dict list tuple checks Annotated Any Literal Union TypeAliasType BaseModel ConfigDict Field " +
    "JsonValue StrictBool StrictFloat StrictInt Action Observation State model_validator classmethod",
);
const CLIENT = words(
  "EnvClient SyncEnvClient StepResult Awaitable Self TypeAdapter TYPE_CHECKING MCPToolClient CallToolAction cast",
);
/** Attributes of every Pydantic model. */
const OF_MODELS = words(
  "construct copy dict from_orm json parse_file parse_obj parse_raw schema schema_json update_forward_refs validate",
);

const NO_FIELD: ReadonlySet<string> = new Set([...KEYWORDS, ...USED, ...OF_MODELS]);
const IDENTIFIER = /^[\p{XID_Start}_][\p{XID_Continue}]*$/u;

/** `openenv-echo-env` and `echo_env`. The ending keeps the module of `rich` apart from the library of that name. */
export function packageName({ wire }: EnvNames): { readonly distribution: string; readonly module: string } {
  const module = wire.endsWith("_env") ? wire : `${wire}_env`;
  return { distribution: `openenv-${module.replaceAll("_", "-")}`, module };
}

/** Gives every class a name of its own in the module of models. */
export class ClassNames {
  readonly #taken: Set<string>;
  readonly #models = new Map<Model, string>();

  /** @param roots names that are taken by what is no model */
  constructor(models: readonly Model[], roots: readonly string[]) {
    this.#taken = new Set([...KEYWORDS, ...USED, ...CLIENT, ...roots]);
    for (const model of models) this.#models.set(model, this.unique(model.name));
  }

  of(model: Model): string {
    return this.#models.get(model) ?? model.name;
  }

  /** Python compares names in their NFKC form. */
  unique(wanted: string): string {
    const name = wanted.normalize("NFKC");
    let free = name;
    for (let n = 2; this.#taken.has(free); n++) free = `${name}${n}`;
    this.#taken.add(free);
    return free;
  }

  /** For an object that has no name but the property it stands in. */
  within(owner: string, property: string): string {
    return this.unique(`${owner}${typeName(property) || "Value"}`);
  }
}

/**
 * The attributes for these properties, in their order: the same name where Python allows it.
 *
 * @param hidden further names that none may have
 */
export function fieldNames(properties: readonly string[], hidden: ReadonlySet<string> = new Set()): string[] {
  const isFree = (name: string): boolean => isFieldName(name) && !hidden.has(name);
  const taken = new Set([...properties.filter(isFree), ...hidden]);
  return properties.map((name) => {
    if (isFree(name)) return name;
    const base = attributeLike(name);
    let free = base;
    for (let n = 2; taken.has(free); n++) free = `${base}_${n}`;
    taken.add(free);
    return free;
  });
}

function isFieldName(name: string): boolean {
  if (!IDENTIFIER.test(name) || name.normalize("NFKC") !== name) return false;
  return !name.startsWith("_") && !name.startsWith("model_") && !NO_FIELD.has(name);
}

function attributeLike(name: string): string {
  const plain = name
    .normalize("NFKC")
    .replaceAll(/[^\p{XID_Continue}]+/gu, "_")
    .replace(/^_+|_+$/g, "");
  if (plain === "") return "field";
  if (isFieldName(`${plain}_`) && NO_FIELD.has(plain)) return `${plain}_`;
  return isFieldName(plain) ? plain : `field_${plain}`;
}
