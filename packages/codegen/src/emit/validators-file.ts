/**
 * Emits `schema.ts`: the validators of an environment, as zod.
 */
import { childrenOf } from "../ir/children.ts";
import type { EnvironmentIr } from "../ir/environment.ts";
import type { Model } from "../ir/model.ts";
import type { Node } from "../ir/node.ts";
import { patternRecord } from "../ir/pattern-record.ts";
import { tagOf } from "../ir/union-tag.ts";
import { docComment } from "../print/doc-comment.ts";
import { printExpression, type Chain } from "../print/expression.ts";
import { importType, type GeneratedFile } from "../print/generated-file.ts";
import { group, indent, join, line, softLine, type Printable } from "../print/printable.ts";
import { assignment, bracedNames } from "../print/syntax.ts";
import { zod } from "./core-symbols.ts";
import { formsDiffer } from "./forms.ts";
import { emitToolValidators } from "./tool-files.ts";
import { objectValidator } from "./object-validator.ts";
import { inputName } from "./types-file.ts";
import { validatorScope } from "./validator-of.ts";
import type { ValidatorScope } from "./validator-scope.ts";

export function emitValidators(file: GeneratedFile, env: EnvironmentIr): void {
  const { names } = env;
  const printer = new ValidatorPrinter(file, "./types.ts");
  const ofTools = env.tools.flatMap((tool) => [tool.arguments, ...(tool.result === undefined ? [] : [tool.result])]);
  printer.printModels(env.models, [env.action, env.observation, env.state, env.reset, ...ofTools]);
  printer.print(names.action, env.action, "Validates an action; the base field `metadata` may be there.");
  printer.print(names.observation, env.observation, "Validates the environment's own fields of an observation.");
  printer.print(names.state, env.state, "Validates a state, the base fields included.");
  printer.print(`${names.prefix}Reset`, env.reset, "Validates reset parameters beside `seed` and `episode_id`.");
  emitToolValidators(printer, env);
  const aliases = [
    `${names.action}Schema as Action`,
    `${names.observation}Schema as Observation`,
    `${names.state}Schema as State`,
  ];
  file.print(undefined, "export ", bracedNames(aliases), ";");
}

/** Prints validators into a file, those of models before those that use them. */
export class ValidatorPrinter {
  readonly #file: GeneratedFile;
  readonly #types: string | undefined;
  readonly #declared = new Set<Model>();
  readonly #scope: ValidatorScope = validatorScope((model) => this.#declared.has(model));

  /** @param types the file that declares the types; `undefined` when it is the same one */
  constructor(file: GeneratedFile, types: string | undefined) {
    this.#file = file;
    this.#types = types;
  }

  /** Prints models before those that use them, as far as they do not use each other. */
  printModels(models: readonly Model[], roots: readonly Node[]): void {
    const tagged = taggedModels([...roots, ...models.map(({ node }) => node)]);
    for (const model of inDependencyOrder(models)) {
      this.#printModel(model, tagged.has(model));
      this.#declared.add(model);
    }
  }

  print(name: string, node: Node, comment: string, constant = `${name}Schema`): void {
    this.#print(constant, this.#typeOf(name, inputName(name)), node, comment);
  }

  /** zod wants to see in the type that a variant of a discriminated union is one. */
  #printModel({ name, node }: Model, tagged: boolean): void {
    const type = this.#typeOf(name, formsDiffer(node) ? inputName(name) : name);
    this.#print(`${name}Schema`, tagged ? [type, " & ", zod, ".core.$ZodTypeDiscriminable"] : type, node, "");
  }

  #typeOf(...names: readonly [output: string, input: string]): Printable {
    const types = names.map((type) => {
      return this.#types === undefined ? type : importType(type, this.#types);
    });
    return group([zod, ".ZodType<", indent([softLine, join(types, [",", line])]), softLine, ">"]);
  }

  #print(constant: string, type: Printable, node: Node, comment: string): void {
    const left = ["export const ", this.#file.declare(constant), ": ", type];
    this.#file.print(docComment(comment), assignment(left, printExpression(this.#validatorOf(node))));
  }

  #validatorOf(node: Node): Chain {
    const isPlain = node.kind === "object" && node.not === undefined && patternRecord(node) === undefined;
    return isPlain ? objectValidator(node, this.#scope, true) : this.#scope.validatorOf(node);
  }
}

/** The models that are a variant of a union with a tag. */
function taggedModels(nodes: readonly Node[]): ReadonlySet<Model> {
  const tagged = new Set<Model>();
  const open = [...nodes];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    open.push(...childrenOf(node));
    if (node.kind !== "union" || !tagOf(node)?.required) continue;
    for (const variant of node.variants) if (variant.kind === "ref") tagged.add(variant.model);
  }
  return tagged;
}

function inDependencyOrder(models: readonly Model[]): Model[] {
  const ordered = new Set<Model>();
  const open = new Set<Model>();
  const visit = (model: Model): void => {
    if (open.has(model)) return;
    open.add(model);
    for (const used of directModels(model)) visit(used);
    ordered.add(model);
  };
  for (const model of models) visit(model);
  return [...ordered];
}

function directModels(model: Model): Model[] {
  const direct: Model[] = [];
  const open = [model.node];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === "ref") direct.push(node.model);
    else open.push(...childrenOf(node));
  }
  return direct;
}
