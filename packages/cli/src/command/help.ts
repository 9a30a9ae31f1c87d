/**
 * Help, as text for a terminal: what there is, and what can be typed. Pure.
 */
import { commonOptions } from "./arguments.ts";
import type { Argument, Command, Option, Options } from "./command.ts";

/** A command's name and what it does, for lists. */
export interface Summary {
  readonly name: string;
  readonly summary: string;
}

/** What every command can end with. */
export const exitCodes: Readonly<Record<number, string>> = {
  0: "done",
  1: "it failed; the message says why and what to do",
  2: "the command line is not understood",
  130: "ended by Ctrl-C",
};

type Paint = (text: string) => string;

/** @param bold how headings are printed */
export function commandHelp(command: Command, bold: Paint): string {
  const { summary, description, args = [], rest, options, examples } = command;
  const codes = Object.entries({ ...exitCodes, ...command.exitCodes });
  return sections([
    [undefined, [`${summary}.`]],
    [bold("Usage"), [usageOf(command)]],
    [undefined, description === undefined ? [] : wrap(description)],
    [
      bold("Arguments"),
      table([...args, ...(rest === undefined ? [] : [rest])].map(({ name, about }) => [name, about])),
    ],
    [bold("Options"), table(optionRows({ ...options, ...commonOptions }))],
    [bold("Examples"), examples.flatMap(({ command: line, about }) => [`# ${about}`, line])],
    [bold("Exit codes"), table(codes)],
  ]);
}

/** `openenv serve [SOURCE] [options]`. */
export function usageOf({ name, args = [], rest }: Command): string {
  const passed = rest === undefined ? [] : [`[-- ${rest.name}…]`];
  return ["openenv", name, ...args.map(argumentText), "[options]", ...passed].join(" ");
}

export function rootHelp(groups: readonly (readonly [string, readonly Summary[]])[], bold: Paint): string {
  return sections([
    [undefined, ["OpenEnv for TypeScript: make, serve, check and publish environments."]],
    [bold("Usage"), ["openenv COMMAND [options]"]],
    ...groups.map(
      ([title, commands]) => [bold(title), table(commands.map(({ name, summary }) => [name, summary]))] as const,
    ),
    [
      bold("Examples"),
      [
        "# Start a project",
        "openenv init word-env --template game",
        "# Serve the environment of this folder",
        "openenv serve --port 8000",
        "# Take a step",
        `openenv call http://localhost:8000 step '{"message":"hi"}'`,
      ],
    ],
    [undefined, ["`openenv COMMAND --help` says more. Variables: NO_COLOR, OPENENV_DEBUG=1 (stack traces)."]],
  ]);
}

/** `-p, --port N`, and what it does, with its default and choices. */
export function optionRows(options: Options): (readonly [string, string])[] {
  return Object.entries(options).map(([name, option]) => [optionText(name, option), aboutOf(option)]);
}

export function aboutOf(option: Option): string {
  const notes = [
    option.type === "string" && option.choices !== undefined ? `one of ${option.choices.join(", ")}` : undefined,
    "default" in option && option.default !== undefined ? `default ${option.default}` : undefined,
    option.type === "list" ? "may be repeated" : undefined,
  ].filter((note) => note !== undefined);
  return notes.length === 0 ? option.about : `${option.about} (${notes.join("; ")})`;
}

export function optionText(name: string, option: Option): string {
  const short = option.short === undefined ? "" : `-${option.short}, `;
  return `${short}--${name}${option.type === "boolean" ? "" : ` ${option.value}`}`;
}

function argumentText({ name, required = false, many = false }: Argument): string {
  const text = many ? `${name}…` : name;
  return required ? text : `[${text}]`;
}

type Section = readonly [heading: string | undefined, lines: readonly string[]];

function sections(all: readonly Section[]): string {
  return `${all
    .filter(([, lines]) => lines.length > 0)
    .map(([heading, lines]) =>
      (heading === undefined ? lines : [heading, ...lines.map((line) => `  ${line}`)]).join("\n"),
    )
    .join("\n\n")}\n`;
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `${left.padEnd(width)}  ${right}`);
}

const COLUMNS = 100;

function wrap(text: string): string[] {
  return text.split("\n").flatMap((paragraph) => {
    const lines: string[] = [];
    for (const word of paragraph.split(" ")) {
      const last = lines.at(-1);
      if (last !== undefined && last.length + word.length < COLUMNS) lines[lines.length - 1] = `${last} ${word}`;
      else lines.push(word);
    }
    return lines;
  });
}
