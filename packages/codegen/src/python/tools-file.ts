/**
 * Emits `tools.py`: a typed maker of the call of each tool, for `step` or `call_tool` of openenv's client of tools.
 */
import type { EnvironmentIr } from "../ir/environment.ts";
import type { Tool } from "../ir/tool.ts";
import type { Printable } from "../print/printable.ts";
import { docstring, pythonString } from "./literal.ts";
import { fieldNames } from "./names.ts";
import type { ParameterList } from "./parameters.ts";
import { python, type PythonFile } from "./python-file.ts";
import { called, statements, suite } from "./syntax.ts";

const any = python("Any", "typing");
const callTool = python("CallToolAction", "openenv.core.env_server.mcp_types");

/** The class of the calls. */
export function toolsName({ names }: EnvironmentIr): string {
  return `${names.prefix}Tools`;
}

/**
 * @param lists the arguments of each tool, in their order; `undefined` where these are not the members of one object
 * @param models the classes that the module could use, which no method may hide
 */
export function emitPythonTools(
  file: PythonFile,
  env: EnvironmentIr,
  lists: readonly (ParameterList | undefined)[],
  models: readonly string[],
): void {
  const { tools, names } = env;
  const methods = fieldNames(
    tools.map(({ name }) => name),
    new Set([...models, "CallToolAction", "staticmethod"]),
  );
  const makers = tools.map((tool, index) => maker(file, methods[index] ?? tool.name, tool, lists[index]));
  file.print(suite(["class ", toolsName(env)], [docstring(`The calls of the tools of ${names.wire}.`), ...makers]));
}

function maker(file: PythonFile, method: string, tool: Tool, list: ParameterList | undefined): Printable {
  if (list === undefined) {
    return definition(method, [["**kwargs: ", any]], tool, [["return ", callOf(tool, "kwargs")]]);
  }
  const { model, parameters, isOpen, used } = list;
  file.use(used.map((name) => python(name, ".models")));
  const given = parameters.filter(({ isLeftOut }) => !isLeftOut);
  const optional = parameters.filter(({ isLeftOut }) => isLeftOut);
  const members: Printable[] = given.map(({ name }) => `${pythonString(name)}: ${name}`);
  // Arguments never start with an underscore.
  const body: Printable[] = [
    ["_given: dict[str, ", any, "] = ", called("{", [...members, ...(isOpen ? ["**kwargs"] : [])], "}")],
    ...optional.map(({ name }): Printable =>
      suite(`if ${name} is not None`, [`_given[${pythonString(name)}] = ${name}`]),
    ),
    ["_arguments = ", python(model, ".models"), '.model_validate(_given).model_dump(mode="json", by_alias=True)'],
    ["return ", callOf(tool, "_arguments")],
  ];
  const rest: Printable[] = isOpen ? [["**kwargs: ", any]] : [];
  const signature = [...(parameters.length === 0 ? [] : ["*"]), ...parameters.map(({ printed }) => printed), ...rest];
  return definition(method, signature, tool, body);
}

function definition(
  method: string,
  signature: readonly Printable[],
  { name, description }: Tool,
  body: readonly Printable[],
): Printable {
  return statements([
    "@staticmethod",
    suite(
      [called(`def ${method}(`, signature, ")"), " -> ", callTool],
      [statements([docstring(description) ?? docstring(`Calls ${name}.`) ?? "", ...body])],
    ),
  ]);
}

function callOf({ name }: Tool, members: string): Printable {
  return called([callTool, "("], [`tool_name=${pythonString(name)}`, `arguments=${members}`], ")");
}
