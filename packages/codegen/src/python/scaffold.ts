/**
 * What a Python package starts with: files that belong to the author from then on.
 */
import { accepts } from "../ir/accepts.ts";
import type { EnvironmentIr } from "../ir/environment.ts";
import { isJsonObject, type Json } from "../json/json.ts";
import { layOut } from "../print/layout.ts";
import { pythonValue } from "./literal.ts";
import { packageName } from "./names.ts";

const PORT = 8000;

/** Prose without breaks of lines, and without characters that tools take for binary data. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

/** @param example an action, if one comes to mind */
export function pythonReadme(env: EnvironmentIr, example: Json | undefined): string {
  const { names, description, tools, toolsOnly } = env;
  const { distribution, module } = packageName(names);
  const url = `http://localhost:${env.port ?? PORT}`;
  const action = actionClass(env, example);
  const call = toolsOnly || action === undefined ? undefined : constructorCall(action, example);
  const imported = call === undefined || action === undefined ? [names.client] : [action, names.client];
  const about = description === "" ? `A typed client of ${names.wire}.` : description;
  return `# ${distribution}

${oneLine(about)}

\`\`\`sh
pip install ${distribution}
\`\`\`

\`\`\`python
from ${module} import ${imported.toSorted(byName).join(", ")}

with ${names.client}(base_url="${url}").sync() as env:
    env.reset(seed=7)
${call === undefined ? "" : `    result = env.step(${call})\n    print(result.observation, result.reward, result.done)\n`}\`\`\`

The same with \`async\`:

\`\`\`python
async with ${names.client}(base_url="${url}") as env:
    await env.reset(seed=7)
${call === undefined ? "" : `    result = await env.step(${call})\n`}\`\`\`
${tools.length === 0 ? "" : toolsText(env)}`;
}

function toolsText({ names, toolsOnly }: EnvironmentIr): string {
  const client = toolsOnly ? names.client : "openenv's `MCPToolClient`";
  return `
The methods of \`${names.prefix}Tools\` make the calls of the environment's tools, with a type for every argument, for
\`step\` of ${toolsOnly ? `\`${client}\`` : client}.
`;
}

function byName(a: string, b: string): number {
  return a < b ? -1 : 1;
}

/** The class to make an example of: of a union, the variant that it is one of. */
function actionClass({ names, action }: EnvironmentIr, example: Json | undefined): string | undefined {
  if (action.kind !== "union") return names.action;
  const variant = action.variants.find(
    (each) => each.kind === "ref" && example !== undefined && accepts(each, example),
  );
  return variant?.kind === "ref" ? variant.model.name : undefined;
}

/** `EchoAction(message="hi")`. Only names that are identifiers in Python as in JavaScript are sure to be arguments. */
function constructorCall(name: string, example: Json | undefined): string | undefined {
  if (example === undefined || !isJsonObject(example)) return undefined;
  const members = Object.entries(example);
  if (!members.every(([key]) => /^[a-z][a-z0-9_]*$/.test(key))) return undefined;
  if (members.some(([, value]) => typeof value === "object" && value !== null)) {
    return `${name}.model_validate(${layOut(pythonValue(example), (symbol) => symbol.name)})`;
  }
  return `${name}(${members.map(([key, value]) => `${key}=${layOut(pythonValue(value), (symbol) => symbol.name)}`).join(", ")})`;
}
