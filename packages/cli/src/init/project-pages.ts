/**
 * What a new project tells its readers: people, and coding agents.
 */
import { packageManager, type PackageManagerName } from "../support/package-manager.ts";
import type { Answers } from "./answers.ts";
import type { PackageNames } from "./project-files.ts";

export function readmeText(
  { name, description }: Answers,
  packages: PackageNames,
  manager: PackageManagerName,
): string {
  const { install, run } = packageManager(manager);
  const script = (what: string): string => [...run, what].join(" ");
  return `# ${name.slug}

${description}. An [OpenEnv](https://github.com/huggingface/OpenEnv) environment in TypeScript.

\`\`\`sh
${install.join(" ")}
${script("test")}
${script("serve")}
\`\`\`

Then, from another program:

\`\`\`ts
import { ${name.client} } from "${packages.client}";

await using env = await ${name.client}.connect("http://localhost:8000");
await env.reset({ seed: 7 });
\`\`\`

| file                        | what it is                                                      |
| --------------------------- | --------------------------------------------------------------- |
| \`schema.ts\`                 | what goes over the wire: the single source of truth             |
| \`openenv.yaml\`              | name, version, port, capacity, and what a validator may expect  |
| \`server/src/environment.ts\` | what the environment does                                       |
| \`client/\`, \`server/\`        | the two packages that are published; \`src/gen\` is generated     |
| \`test/\`                     | its tests                                                       |
| \`validation/runtime.json\`   | an episode that validators play                                 |

\`${script("dev")}\` serves it, and anew on every change. \`${script("validate")}\` checks it. \`openenv build\` makes an image
and \`openenv push\` publishes it.
`;
}

export function agentsText({ name }: Answers, manager: PackageManagerName): string {
  const { run } = packageManager(manager);
  const script = (what: string): string => [...run, what].join(" ");
  return `# For coding agents

This is an environment for reinforcement learning: a server that answers \`reset\`, \`step\` and \`state\` over a WebSocket,
one environment instance for each session, and a typed client for it.

- Change what goes over the wire in \`schema.ts\`, then run \`${script("generate")}\`. Never edit \`src/gen/**\`.
- Behaviour is in \`server/src/environment.ts\`. Its factory runs once for each session: state lives in its closure, never
  in the module. Actions arrive validated. What it throws is told to the caller, and the session goes on.
- Random numbers come from \`context.random\`, which begins anew with each reset, so that a seed gives the same episode
  everywhere. No \`Math.random()\`, no clock.
- \`step\` returns \`{ observation, reward, done }\`; rewards stay within \`validation.reward.range\` of \`openenv.yaml\`.
  Write it without \`async\` unless it waits.
- Tests: \`test/\`, with \`connectInProcess(${name.client}, ${name.server})\`, which needs no port.
- Before you call a change done: \`${script("typecheck")}\`, \`${script("test")}\`, \`${script("validate")}\`.
- Try it by hand: \`${script("serve")}\`, then \`openenv call http://localhost:8000 reset --seed 7\`.
`;
}
