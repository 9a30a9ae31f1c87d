/**
 * Emits `schema.ts`: the validators of an environment, as zod.
 */
import { childrenOf } from "../ir/children.ts";
import type { EnvironmentIr } from "../ir/environment.ts";
import type { Model } from "../ir/model.ts";
import type { Node } from "../ir/node.ts";
import { docComment } from "../print/doc-comment.ts";
import { printExpression, type Chain } from "../print/expression.ts";
import { importType, type GeneratedFile } from "../print/generated-file.ts";
import { indent, join, line, softLine } from "../print/printable.ts";
import { assignment, bracedNames } from "../print/syntax.ts";
import { zod } from "./core-symbols.ts";
import { objectValidator, validatorOf, type ValidatorScope } from "./validator-of.ts";

const TYPES = "./types.ts";

export function emitValidators(file: GeneratedFile, env: EnvironmentIr): void {
  const { names } = env;
  const printer = new ValidatorPrinter(file);
  printer.printModels(env.models);
  printer.print(names.action, env.action, "Validates an action; the base field `metadata` may be there.");
  printer.print(names.observation, env.observation, "Validates the environment's own fields of an observation.");
  printer.print(names.state, env.state, "Validates a state, the base fields included.");
  printer.print(`${names.prefix}Reset`, env.reset, "Validates reset parameters beside `seed` and `episode_id`.");
  const aliases = [
    `${names.action}Schema as Action`,
    `${names.observation}Schema as Observation`,
    `${names.state}Schema as State`,
  ];
  file.print(undefined, "export ", bracedNames(aliases), ";");
}

class ValidatorPrinter implements ValidatorScope {
  readonly #file: GeneratedFile;
  readonly #declared = new Set<Model>();

  constructor(file: GeneratedFile) {
    this.#file = file;
  }

  isDeclared(model: Model): boolean {
    return this.#declared.has(model);
  }

  /** Prints models before those that use them, as far as they do not use each other. */
  printModels(models: readonly Model[]): void {
    for (const model of inDependencyOrder(models)) {
      this.print(model.name, model.node, "");
      this.#declared.add(model);
    }
  }

  print(name: string, node: Node, comment: string): void {
    const types = [importType(name, TYPES), importType(`${name}Input`, TYPES)];
    const type = [zod, ".ZodType<", indent([softLine, join(types, [",", line])]), softLine, ">"];
    const left = ["export const ", this.#file.declare(`${name}Schema`), ": ", type];
    this.#file.print(docComment(comment), assignment(left, printExpression(this.#validatorOf(node))));
  }

  #validatorOf(node: Node): Chain {
    return node.kind === "object" && node.not === undefined
      ? objectValidator(node, this, true)
      : validatorOf(node, this);
  }
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
