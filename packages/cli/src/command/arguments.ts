/**
 * Reads a command line by its command's definition. What is not understood is refused, with the nearest that exists.
 */
import { parseArgs } from "node:util";

import { UsageError } from "../terminal/failure.ts";
import type { Command, Option, OptionValues, Options } from "./command.ts";
import { nearest } from "./nearest.ts";

/** What every command takes. */
export const commonOptions: Options = {
  help: { type: "boolean", short: "h", about: "Show this text" },
  json: { type: "boolean", about: "Print JSON for programs, and nothing else" },
};

export interface Arguments {
  readonly args: readonly string[];
  readonly rest: readonly string[];
  readonly options: OptionValues<Options>;
  readonly help: boolean;
  readonly json: boolean;
}

/** @throws UsageError naming the argument, and what would be right */
export function readArguments(command: Command, argv: readonly string[]): Arguments {
  const known: Options = { ...command.options, ...commonOptions };
  const dashes = argv.indexOf("--");
  const rest = dashes === -1 ? [] : argv.slice(dashes + 1);
  const { values, positionals } = parse(command, known, dashes === -1 ? argv : argv.slice(0, dashes));
  const help = values["help"] === true;
  const options: Record<string, unknown> = {};
  if (!help) {
    checkPositionals(command, positionals);
    if (dashes !== -1 && command.rest === undefined)
      throw new UsageError(`${command.name} takes nothing behind --.`, command.name);
    for (const [name, option] of Object.entries(command.options))
      options[name] = read(name, option, values[name], command.name);
  }
  return { args: positionals, rest, options: options as OptionValues<Options>, help, json: values["json"] === true };
}

type Raw = string | boolean | string[] | undefined;

function parse(
  command: Command,
  known: Options,
  argv: readonly string[],
): { values: Record<string, Raw>; positionals: string[] } {
  const args = joinNegativeNumbers(argv);
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries(
        Object.entries(known).map(([name, { type, short }]) => [
          name,
          {
            type: type === "boolean" ? ("boolean" as const) : ("string" as const),
            multiple: type === "list",
            ...(short === undefined ? {} : { short }),
          },
        ]),
      ),
    }) as { values: Record<string, Raw>; positionals: string[] };
  } catch (error) {
    throw new UsageError(explain(error as NodeJS.ErrnoException, known, args), command.name);
  }
}

function explain({ code, message }: NodeJS.ErrnoException, known: Options, argv: readonly string[]): string {
  const [, unknown] = /option '(--?[^'\s]+)'/.exec(message) ?? [];
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION" || message.startsWith("Unknown option")) {
    const flag = unknown ?? argv.find((arg) => arg.startsWith("-") && !(arg.slice(2) in known)) ?? "?";
    const meant = nearest(flag.replace(/^-+/, ""), Object.keys(known));
    return `There is no option ${flag}.${meant === undefined ? "" : ` Is --${meant} meant?`}`;
  }
  const [first = message] = message.split(/(?<=\.)\s/);
  return first;
}

function checkPositionals({ name, args = [] }: Command, given: readonly string[]): void {
  const missing = args.find(({ required }, index) => required === true && given[index] === undefined);
  if (missing !== undefined) throw new UsageError(`${missing.name} is missing: ${lowerFirst(missing.about)}.`, name);
  for (const [index, { name: argument, choices }] of args.entries()) {
    const value = given[index];
    if (value !== undefined && choices?.includes(value) === false)
      throw new UsageError(`${argument} is "${value}". It is one of ${choices.join(", ")}.`, name);
  }
  const extra = args.at(-1)?.many === true ? undefined : given[args.length];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one argument too many.`, name);
}

function read(name: string, option: Option, raw: Raw, command: string): unknown {
  if (option.type === "boolean") return raw === true;
  if (option.type === "list") return raw ?? [];
  if (raw === undefined) return option.default;
  if (option.type === "integer") return readInteger(name, option, String(raw), command);
  if (option.choices === undefined || option.choices.includes(String(raw))) return raw;
  throw new UsageError(`--${name} is "${String(raw)}". It is one of ${option.choices.join(", ")}.`, command);
}

function readInteger(name: string, option: Option & { type: "integer" }, text: string, command: string): number {
  const { least = Number.MIN_SAFE_INTEGER, most = Number.MAX_SAFE_INTEGER } = option;
  const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  const range =
    option.least === undefined && option.most === undefined
      ? "a whole number"
      : `a whole number from ${least}${option.most === undefined ? " on" : ` to ${most}`}`;
  throw new UsageError(`--${name} is "${text}". It must be ${range}.`, command);
}

/** `parseArgs` takes `-1` behind a flag for a flag, unless it stands behind an equals sign. */
function joinNegativeNumbers(argv: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of argv) {
    const last = joined.at(-1);
    if (/^-\d+$/.test(arg) && last?.startsWith("--") === true && last !== "--" && !last.includes("=")) {
      joined[joined.length - 1] = `${last}=${arg}`;
    } else joined.push(arg);
  }
  return joined;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
