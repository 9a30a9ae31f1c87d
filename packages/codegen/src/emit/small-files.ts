/**
 * Emits the files that say little: what ties the others together.
 */
import type { EnvironmentIr } from "../ir/environment.ts";
import { docComment } from "../print/doc-comment.ts";
import { importType, importValue, type GeneratedFile } from "../print/generated-file.ts";
import { objectMember, stringLiteral } from "../print/literal.ts";
import { hardLine, join, type Printable } from "../print/printable.ts";
import { assignment, block, bracedNames, bracketed, objectLiteral } from "../print/syntax.ts";
import { coreType, coreValue, defineEnvironment, serverType } from "./core-symbols.ts";
import { formsDiffer } from "./forms.ts";
import { toolManifestMembers, toolSpecMembers, toolTypeNames } from "./tool-files.ts";
import { inputName } from "./types-file.ts";

/** `manifest.ts`: what is known about the environment without running it. */
export function emitManifest(file: GeneratedFile, env: EnvironmentIr, hash: string): void {
  const { names } = env;
  const schema = (part: string): Printable => [
    `${part.toLowerCase()}: `,
    importValue(`${names.valuePrefix}${part}JsonSchema`, "./json-schema.ts"),
  ];
  const members: Printable[] = [
    ...property("name", stringLiteral(names.wire)),
    ...property("version", stringLiteral(env.version)),
    ...property("description", stringLiteral(env.description)),
    ...property("schemaHash", stringLiteral(hash)),
    ...property("jsonSchema", objectLiteral(["Action", "Observation", "State"].map(schema), { broken: true })),
    ...toolManifestMembers(env),
    ...property("maxConcurrentEnvs", env.maxConcurrentEnvs),
    ...property("stepTimeoutMs", env.stepTimeoutMs),
    ...property("execution", env.execution && stringLiteral(env.execution)),
    ...property("port", env.port),
  ];
  file.print(
    docComment("What is known about the environment without running it."),
    assignment(
      ["export const ", file.declare(`${names.valuePrefix}Manifest`), ": ", coreType("EnvManifest")],
      objectLiteral(members, { broken: true }),
    ),
  );
}

function property(name: string, value: Printable | undefined): Printable[] {
  return value === undefined ? [] : [objectMember(name, value)];
}

/** `spec.ts`: manifest and validators, for client and server. */
export function emitSpec(file: GeneratedFile, env: EnvironmentIr): void {
  const { names } = env;
  const members: Printable[] = [
    ["manifest: ", importValue(`${names.valuePrefix}Manifest`, "./manifest.ts")],
    validator("action", names.action),
    validator("observation", names.observation),
    validator("state", names.state),
    validator("reset", `${names.prefix}Reset`),
    ...toolSpecMembers(env),
  ];
  const type: Printable = [coreType("EnvSpec"), "<", importType(`${names.prefix}Types`, "./types.ts"), ">"];
  file.print(
    docComment("The manifest with the validators: what a client or a server needs to know."),
    assignment(
      ["export const ", file.declare(`${names.valuePrefix}Spec`), ": ", type],
      objectLiteral(members, { broken: true }),
    ),
  );
}

function validator(part: string, name: string): Printable {
  return [`${part}: `, importValue(`${name}Schema`, "./schema.ts")];
}

/** `client.ts`: the client, whose behaviour is all in core. */
export function emitClient(file: GeneratedFile, { names, description }: EnvironmentIr): void {
  const spec = importValue(`${names.valuePrefix}Spec`, "./spec.ts");
  const types = importType(`${names.prefix}Types`, "./types.ts");
  file.print(
    docComment(description || `A client of ${names.wire}.`),
    block(
      ["export class ", file.declare(names.client), " extends ", coreValue("EnvClient"), "<", types, ">"],
      [block(["constructor(options: ", coreType("ClientOptions"), ")"], [["super(options, ", spec, ");"]])],
    ),
  );
}

/** Actions that every environment with tools understands. */
const TOOL_ACTIONS = ["CallToolAction", "ListToolsAction"];

/** `index.ts` of the client: everything, by name. */
export function emitClientIndex(file: GeneratedFile, env: EnvironmentIr): void {
  const { names } = env;
  const types = exportedTypes(env);
  const ofTools = env.tools.length === 0 ? [] : [reexport("export ", TOOL_ACTIONS, "@openenv/core/codegen/v1")];
  const statements = [
    ...ofTools,
    reexport("export ", [names.client], "./client.ts"),
    reexport("export ", [`${names.valuePrefix}Manifest`], "./manifest.ts"),
    reexport("export ", [`${names.valuePrefix}Spec`], "./spec.ts"),
    reexport("export type ", types, "./types.ts"),
  ];
  file.print(undefined, join(statements, hardLine));
}

/** `define.ts` of the server: what an author calls. */
export function emitDefine(file: GeneratedFile, { names }: EnvironmentIr, clientPackage: string): void {
  const types = importType(`${names.prefix}Types`, clientPackage);
  const type = file.declare(`${names.prefix}Server`);
  file.print(docComment("The environment as `serve` takes it."), [
    "export type ",
    type,
    " = ",
    serverType("EnvironmentDefinition"),
    "<",
    types,
    ">;",
  ]);
  const parameters: Printable[] = [
    ["factory: ", serverType("EnvironmentFactory"), "<", types, ">"],
    ["options?: ", serverType("EnvironmentOptions")],
  ];
  const call: Printable = [
    "return ",
    defineEnvironment,
    "(",
    importValue(`${names.valuePrefix}Spec`, `${clientPackage}/spec`),
    ", factory, options);",
  ];
  file.print(
    docComment("Gives the environment its behaviour. The factory makes one instance for each session."),
    block(["export function ", file.declare(names.define), bracketed("(", parameters, ")"), ": ", type], [call]),
  );
}

/** `index.ts` of the server: what its author needs, the types of the environment included. */
export function emitServerIndex(file: GeneratedFile, env: EnvironmentIr, clientPackage: string): void {
  const { names } = env;
  const types = exportedTypes(env);
  const statements = [
    reexport("export ", [names.define, `type ${names.prefix}Server`], "./define.ts"),
    reexport("export type ", types, clientPackage),
  ];
  file.print(undefined, join(statements, hardLine));
}

/** The types of a client package, in the order of `types.ts`. */
function exportedTypes(env: EnvironmentIr): string[] {
  const { names, models } = env;
  const roots = [names.action, names.observation, names.state, `${names.prefix}Reset`];
  return [
    ...roots.flatMap((name) => [name, inputName(name)]),
    ...models.flatMap(({ name, node }) => (formsDiffer(node) ? [name, inputName(name)] : [name])),
    `${names.prefix}Types`,
    ...toolTypeNames(env),
  ];
}

function reexport(keyword: string, names: readonly string[], from: string): Printable {
  return [keyword, bracedNames(names), " from ", stringLiteral(from), ";"];
}
