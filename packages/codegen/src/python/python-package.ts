/**
 * The Python client package of an environment: a second list of files over the same representation.
 */
import type { DiagnosticLog } from "../diagnostics/diagnostic.ts";
import type { EnvironmentIr } from "../ir/environment.ts";
import type { PlannedFile } from "../plan/plan.ts";
import { exampleOf } from "../scaffold/example.ts";
import { CHECKS } from "./checks-file.ts";
import { emitPythonClient, emitPythonIndex } from "./client-file.ts";
import { emitModels } from "./models-file.ts";
import { packageName } from "./names.ts";
import { PythonFile } from "./python-file.ts";
import { pyproject } from "./pyproject.ts";
import { pythonReadme } from "./scaffold.ts";
import { emitPythonTools } from "./tools-file.ts";

/** Where generated files of Python are; only those that carry our header are ever removed. */
export const PYTHON_FOLDER = "python/src";

/**
 * @param header the comment at the top of generated files
 * @param version that of the client for JavaScript, which this package shares
 * @param log told what the models do not check
 */
export function pythonPackage(env: EnvironmentIr, header: string, version: string, log: DiagnosticLog): PlannedFile[] {
  const { module } = packageName(env.names);
  const folder = `${PYTHON_FOLDER}/${module}`;
  const generated = (name: string, content: string): PlannedFile => {
    return { path: `${folder}/${name}`, ownership: "generated", content };
  };
  const models = new PythonFile(header, `What goes over the wire between ${env.names.wire} and whoever drives it.`);
  const emitted = emitModels(models, env);
  for (const { source, what } of emitted.leftOut) log.report("OE1019", source, `Python does not check ${what}.`);
  const client = new PythonFile(header, `The client of ${env.names.wire}.`);
  emitPythonClient(client, env, emitted.reset);
  const tools = new PythonFile(header, `The tools of ${env.names.wire}.`);
  emitPythonTools(tools, env, emitted.tools, emitted.names);
  const index = new PythonFile(header, `The client of ${env.names.wire}, and what goes over the wire.`);
  emitPythonIndex(index, env, emitted.names);
  const modelText = models.toString();
  return [
    generated("__init__.py", index.toString()),
    generated("client.py", client.toString()),
    generated("models.py", modelText),
    ...(env.tools.length === 0 ? [] : [generated("tools.py", tools.toString())]),
    ...(/^from \. import checks$/m.test(modelText) ? [generated("checks.py", `${header}${CHECKS}`)] : []),
    generated("openenv.yaml", `${header}${manifest(env)}`),
    { path: `${folder}/py.typed`, ownership: "scaffold", content: "" },
    pyproject(env, version),
    { path: "python/README.md", ownership: "scaffold", content: pythonReadme(env, exampleOf(env.action)) },
  ];
}

/** What openenv finds an installed environment by (PROTOCOL §5.9). A string of JSON is one of YAML. */
function manifest({ names, version, description }: EnvironmentIr): string {
  const { module } = packageName(names);
  const lines = [
    "spec_version: 1",
    `name: ${module}`,
    `version: ${JSON.stringify(version)}`,
    `description: ${yamlString(description)}`,
    `action: ${names.action}`,
    `observation: ${names.observation}`,
  ];
  return `${lines.join("\n")}\n`;
}

/** In ASCII, so that no reader of YAML refuses a character. */
function yamlString(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll(/[^ -~]/g, (unit) => {
    return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}
