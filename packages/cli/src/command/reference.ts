/**
 * The reference of all commands as Markdown, made from their definitions. Pure.
 */
import type { Command } from "./command.ts";
import { exitCodes, optionRows, usageOf } from "./help.ts";

const INTRODUCTION = `# The command \`openenv\`

Made from the commands themselves by \`bun scripts/cli-reference.ts\`.

Every command has \`--help\` with examples, and \`--json\`: stdout then has JSON and nothing else, one document, or one line
for each event of a command that goes on. An error is one line, \`{ "ok": false, "error": { "code", "message", "next" } }\`. Nothing is
asked without a terminal. Variables: \`NO_COLOR\`, \`OPENENV_DEBUG=1\` for stack traces.
`;

export function commandReference(commands: readonly Command[]): string {
  return `${INTRODUCTION}\n${table(["exit code", "meaning"], Object.entries(exitCodes))}\n${commands.map(section).join("\n")}`;
}

function section(command: Command): string {
  const { name, summary, description, args = [], rest, options, examples, exitCodes: codes = {} } = command;
  const positional = [...args, ...(rest === undefined ? [] : [rest])].map((arg) => [arg.name, arg.about] as const);
  const shell = examples.map(({ command: line, about }) => `# ${about}\n${line}`);
  return [
    `## ${name}\n`,
    `${summary}.${description === undefined ? "" : ` ${description}`}\n`,
    `\`\`\`sh\n${usageOf(command)}\n\n${shell.join("\n")}\n\`\`\`\n`,
    ...(positional.length === 0 ? [] : [table(["argument", ""], positional)]),
    ...(Object.keys(options).length === 0 ? [] : [table(["option", ""], optionRows(options))]),
    ...(Object.keys(codes).length === 0 ? [] : [table(["exit code", "meaning"], Object.entries(codes))]),
  ].join("\n");
}

function table(head: readonly [string, string], rows: readonly (readonly [string, string])[]): string {
  const lines = rows.map(([left, right]) => `| \`${cell(left)}\` | ${cell(right)} |`);
  return [`| ${head[0]} | ${head[1]} |`, "| --- | --- |", ...lines, ""].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
