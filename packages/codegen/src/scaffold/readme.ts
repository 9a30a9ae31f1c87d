/**
 * The README of generated packages: how to use them, with a snippet that works.
 */
import type { EnvironmentIr } from "../ir/environment.ts";
import type { Json } from "../json/json.ts";
import { layOut } from "../print/layout.ts";
import { jsonLiteral } from "../print/literal.ts";
import { exampleOf } from "./example.ts";
import type { PackageNames } from "./packages.ts";

const PORT = 8000;

export function clientReadme(env: EnvironmentIr, name: string): string {
  const { client } = env.names;
  const action = exampleOf(env.action);
  const step =
    action === undefined ? "" : `const { observation, reward, done } = await env.step(${literal(action)});\n`;
  return `# ${name}

${env.description === "" ? `A typed client of ${env.names.wire}.` : env.description}

\`\`\`sh
npm install ${name} zod
\`\`\`

\`\`\`ts
import { ${client} } from "${name}";

await using env = await ${client}.connect("http://localhost:${env.port ?? PORT}");
await env.reset({ seed: 7 });
${step}\`\`\`

\`${name}/schema\` exports the validators \`Action\`, \`Observation\` and \`State\`; \`${name}/manifest\` the JSON Schemas.
`;
}

function literal(value: Json): string {
  return layOut(jsonLiteral(value), ({ name }) => name);
}

export function serverReadme(env: EnvironmentIr, packages: PackageNames): string {
  const { slug, server } = env.names;
  return `# ${packages.server}

The server of [${packages.client}](../client). Needs Node 20.19, Bun or Deno.

\`\`\`sh
npx ${packages.server} --port ${env.port ?? PORT} --max-concurrent-envs 64
\`\`\`

Or in a program of your own:

\`\`\`ts
import { serve } from "@openenv/core/serve";
import { ${server} } from "${packages.server}";

await using running = await serve(${server}, { port: ${env.port ?? PORT} });
\`\`\`

\`${slug}-server --help\` lists the options.
`;
}
