/**
 * Emits what tools add to the files of an environment.
 */
import type { EnvironmentIr } from "../ir/environment.ts";
import { argumentsName, resultName, type Tool } from "../ir/tool.ts";
import { docComment } from "../print/doc-comment.ts";
import { importType, importValue, type GeneratedFile } from "../print/generated-file.ts";
import { jsonLiteral, propertyName, stringLiteral } from "../print/literal.ts";
import { hardLine, type ImportedSymbol, type Printable } from "../print/printable.ts";
import { assignment, block, bracketed, objectLiteral, objectType } from "../print/syntax.ts";
import { inputName, printTypes } from "./types-file.ts";
import type { ValidatorPrinter } from "./validators-file.ts";

const CORE = "@openenv/core/codegen/v1";
const toolManifest: ImportedSymbol = importType("ToolManifest", CORE);

/** The types of arguments and results, and the interface that names them all. */
export function emitToolTypes(file: GeneratedFile, { names, tools }: EnvironmentIr): void {
  if (tools.length === 0) return;
  for (const tool of tools) {
    const { name, result } = tool;
    printTypes(file, { name: argumentsName(tool), node: tool.arguments, comment: `What the tool \`${name}\` takes.` });
    if (result !== undefined) {
      printTypes(file, { name: resultName(tool), node: result, comment: `What the tool \`${name}\` gives.` });
    }
  }
  const members = tools.map((tool): Printable => {
    const type = objectType(
      [
        `method: ${stringLiteral(tool.method)}`,
        `arguments: ${argumentsName(tool)}`,
        `argumentsInput: ${inputName(argumentsName(tool))}`,
        `result: ${tool.result === undefined ? "unknown" : resultName(tool)}`,
        `resultInput: ${tool.result === undefined ? "unknown" : inputName(resultName(tool))}`,
      ],
      { broken: true },
    );
    const member: Printable = [propertyName(tool.name), ": ", type, ";"];
    const comment = docComment(tool.description);
    return comment === undefined ? member : [comment, hardLine, member];
  });
  file.print(
    docComment("The tools, by name."),
    block(["export interface ", file.declare(`${names.prefix}Tools`)], members),
  );
}

/** The validators of arguments and results. */
export function emitToolValidators(printer: ValidatorPrinter, { tools }: EnvironmentIr): void {
  for (const tool of tools) {
    printer.print(argumentsName(tool), tool.arguments, `Validates the arguments of the tool \`${tool.name}\`.`);
    if (tool.result === undefined) continue;
    printer.print(resultName(tool), tool.result, `Validates what the tool \`${tool.name}\` gives.`);
  }
}

/** What is known about the tools without running them. */
export function emitToolManifests(file: GeneratedFile, { names, tools }: EnvironmentIr): void {
  if (tools.length === 0) return;
  const manifests = tools.map(({ name, method, description, inputSchema, outputSchema }) => {
    return jsonLiteral({ name, method, description, inputSchema, outputSchema }, (path) => path.length === 0);
  });
  file.print(
    docComment("The tools: what they are called, and the JSON Schemas of what they take and give."),
    assignment(
      ["export const ", file.declare(`${names.valuePrefix}ToolManifests`), ": readonly ", toolManifest, "[]"],
      bracketed("[", manifests, "]", { broken: true }),
    ),
  );
}

/** The members of the manifest that tools add. */
export function toolManifestMembers({ names, tools, toolsOnly }: EnvironmentIr): Printable[] {
  if (tools.length === 0) return [];
  const list: Printable = ["tools: ", importValue(`${names.valuePrefix}ToolManifests`, "./json-schema.ts")];
  return toolsOnly ? [list, "toolsOnly: true"] : [list];
}

function validator(name: string): Printable {
  return importValue(`${name}Schema`, "./schema.ts");
}

function bothForms(name: string): string[] {
  return [name, inputName(name)];
}

/** The member of the spec that tools add. */
export function toolSpecMembers({ tools }: EnvironmentIr): Printable[] {
  if (tools.length === 0) return [];
  const entries = tools.map((tool) => {
    return objectLiteral(
      [
        ["name: ", stringLiteral(tool.name)],
        ["arguments: ", validator(argumentsName(tool))],
        ["result: ", tool.result === undefined ? "null" : validator(resultName(tool))],
      ],
      { broken: true },
    );
  });
  return [["tools: ", bracketed("[", entries, "]", { broken: true })]];
}

/** The names of the types of all tools, in the order of `types.ts`. */
export function toolTypeNames({ names, tools }: EnvironmentIr): string[] {
  if (tools.length === 0) return [];
  const ofTools = tools.flatMap((tool: Tool) => [
    ...bothForms(argumentsName(tool)),
    ...(tool.result === undefined ? [] : bothForms(resultName(tool))),
  ]);
  return [...ofTools, `${names.prefix}Tools`];
}
