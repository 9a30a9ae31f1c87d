/**
 * The text of the skill, made from the definitions of the commands.
 */
import { usageOf } from "../command/help.ts";
import { commandNames, loadCommand } from "../command/table.ts";

export async function skillText(): Promise<string> {
  const commands = await Promise.all(commandNames.map(loadCommand));
  const sections = commands.map((command) => {
    const examples = command.examples.map(({ command: line, about }) => `# ${about}\n${line}`);
    return `## ${command.name}: ${command.summary}\n\n\`${usageOf(command)}\`\n\n\`\`\`sh\n${examples.join("\n")}\n\`\`\`\n`;
  });
  return `---
name: openenv-cli
description: Make, serve, try, check and publish OpenEnv environments (RL and agent environments as servers) in TypeScript with the openenv command. Use it when a task mentions OpenEnv, an openenv.yaml, or an environment server.
---

# The openenv command

Work in this order: \`openenv init\`, edit \`schema.ts\`, \`openenv generate\`, write the behaviour in
\`server/src/environment.ts\`, \`openenv validate\`. Never edit \`src/gen/**\`. Add \`--json\` to read a result from a program;
\`openenv COMMAND --help\` lists every option. Exit codes: 0 done, 1 failed, 2 used wrongly, 130 Ctrl-C.

${sections.join("\n")}`;
}
