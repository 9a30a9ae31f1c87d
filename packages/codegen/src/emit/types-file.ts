/**
 * Emits `types.ts`: the types of an environment, for whoever drives it and whoever writes it.
 */
import type { EnvironmentIr } from "../ir/environment.ts";
import type { Node, ObjectNode } from "../ir/node.ts";
import { docComment } from "../print/doc-comment.ts";
import type { GeneratedFile } from "../print/generated-file.ts";
import type { Printable } from "../print/printable.ts";
import { block } from "../print/syntax.ts";
import { printType, printTypeMember, type TypeMember } from "../print/type-syntax.ts";
import { coreType } from "./core-symbols.ts";
import { formsDiffer, type Form } from "./forms.ts";
import { memberOf, membersOf, typeOf } from "./type-of.ts";

/** The name of the form that a writer gives. */
export function inputName(name: string): string {
  return `${name}Input`;
}

/** What a caller of {@link printTypes} wants one type to look like. */
interface NamedType {
  readonly name: string;
  readonly node: Node;
  readonly comment: string;
}

export function emitTypes(file: GeneratedFile, env: EnvironmentIr): void {
  const { names } = env;
  printTypes(file, { name: names.action, node: env.action, comment: "What a step takes." });
  printTypes(file, { name: names.observation, node: env.observation, comment: "What a reset or a step answers." });
  printTypes(file, { name: names.state, node: env.state, comment: "The state of a session." });
  printTypes(file, { name: `${names.prefix}Reset`, node: env.reset, comment: "What a reset takes beside the base." });
  for (const { name, node } of env.models) printModelTypes(file, name, node);
  printEnvTypes(file, env);
}

/** The type of a root, and the form that a writer gives, under a name of its own even where both are one type. */
export function printTypes(file: GeneratedFile, { name, node, comment }: NamedType): void {
  printModelTypes(file, name, node, comment);
  if (formsDiffer(node)) return;
  file.print(docComment(`{@link ${name}} as it is written.`), `export type ${name}Input = ${name};`);
}

/** The type of a model, and the form that a writer gives where it is another one. */
export function printModelTypes(file: GeneratedFile, name: string, node: Node, comment = ""): void {
  printForm(
    file,
    name,
    node,
    "output",
    docComment(node.description ?? comment, node.deprecated ? ["@deprecated"] : []),
  );
  if (!formsDiffer(node)) return;
  const input = `{@link ${name}} as it is written: what has a default may be left out.`;
  printForm(file, inputName(name), node, "input", docComment(input));
}

function printForm(file: GeneratedFile, name: string, node: Node, form: Form, comment: Printable | undefined): void {
  file.declare(name);
  if (node.kind === "object") {
    printInterface(file, name, node, form, comment);
  } else {
    file.print(comment, "export type ", name, " = ", printType(typeOf(node, form)), ";");
  }
}

function printInterface(
  file: GeneratedFile,
  name: string,
  node: ObjectNode,
  form: Form,
  comment: Printable | undefined,
): void {
  const isState = node.base?.role === "state";
  const extended = isState && form === "output" ? [" extends ", coreType("BaseState")] : [];
  const base = isState && form === "input" ? (node.base?.properties ?? []).map((field) => memberOf(field, form)) : [];
  const members = [...membersOf(node, form), ...base];
  if (members.length > 0) {
    file.print(comment, block(["export interface ", name, ...extended], members.map(printMemberLine)));
  } else {
    const empty: Printable = isState ? coreType("BaseState") : "Record<never, never>";
    file.print(comment, "export type ", name, " = ", empty, ";");
  }
}

function printMemberLine(member: TypeMember): Printable {
  const printed: Printable = [printTypeMember(member), ";"];
  return member.comment === undefined ? printed : [member.comment, { kind: "line", flat: "", hard: true }, printed];
}

/** The one type argument that client and server take. */
function printEnvTypes(file: GeneratedFile, { names, tools }: EnvironmentIr): void {
  const { action, observation, state, prefix } = names;
  const parts = [
    ["action", action],
    ["actionInput", `${action}Input`],
    ["observation", observation],
    ["observationInput", `${observation}Input`],
    ["state", state],
    ["stateInput", `${state}Input`],
    ["reset", `${prefix}Reset`],
    ["resetInput", `${prefix}ResetInput`],
    ["tools", tools.length === 0 ? "Record<never, never>" : `${prefix}Tools`],
  ] as const;
  file.print(
    docComment("All types of the environment, as one type argument."),
    block(
      ["export interface ", file.declare(`${prefix}Types`), " extends ", coreType("EnvTypes")],
      parts.map(([part, type]) => `${part}: ${type};`),
    ),
  );
}
