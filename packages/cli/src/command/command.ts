/**
 * What a command is: one definition, from which its arguments are read and its help, its completion and its page in the
 * reference are made. Types and one function; it prints nothing.
 */
import type { Terminal } from "../terminal/terminal.ts";

interface BaseOption {
  /** One line of help. */
  readonly about: string;
  /** One letter. */
  readonly short?: string;
}

/** `--flag`. */
export interface BooleanOption extends BaseOption {
  readonly type: "boolean";
}

/** `--flag VALUE`. */
export interface StringOption extends BaseOption {
  readonly type: "string";
  /** What help calls the value. */
  readonly value: string;
  readonly choices?: readonly string[];
  readonly default?: string;
}

/** `--flag N`. */
export interface IntegerOption extends BaseOption {
  readonly type: "integer";
  readonly value: string;
  readonly least?: number;
  readonly most?: number;
  readonly default?: number;
}

/** `--flag VALUE`, as often as wanted. */
export interface ListOption extends BaseOption {
  readonly type: "list";
  readonly value: string;
}

export type Option = BooleanOption | StringOption | IntegerOption | ListOption;

export type Options = Readonly<Record<string, Option>>;

/** What an option gives. An option that is absent and has no default is `undefined`; a flag is `false`. */
export type OptionValue<O extends Option> = O extends BooleanOption
  ? boolean
  : O extends ListOption
    ? readonly string[]
    : O extends StringOption
      ? (O extends { readonly choices: readonly (infer C)[] } ? C : string) | Absent<O>
      : number | Absent<O>;

type Absent<O> = O extends { readonly default: unknown } ? never : undefined;

export type OptionValues<O extends Options> = { readonly [Name in keyof O]: OptionValue<O[Name]> };

/** A positional argument. */
export interface Argument {
  /** `PATH`: as help shows it. */
  readonly name: string;
  readonly about: string;
  readonly required?: boolean;
  /** All there is. */
  readonly choices?: readonly string[];
  /** Takes all that follow. */
  readonly many?: boolean;
}

/** What a running command is given. `V` are the values of its options. */
export interface Invocation<V = OptionValues<Options>> {
  readonly args: readonly string[];
  /** What stands behind `--`. */
  readonly rest: readonly string[];
  readonly options: V;
  readonly terminal: Terminal;
  /** Aborted by Ctrl-C and SIGTERM: whatever waits is to end. */
  readonly signal: AbortSignal;
  /** The folder the command was called in. */
  readonly cwd: string;
}

/** One thing that can be typed, and what it does. */
export interface Example {
  readonly command: string;
  readonly about: string;
}

export interface CommandDefinition<O extends Options> {
  readonly name: string;
  /** One line, without a full stop. */
  readonly summary: string;
  /** Paragraphs of help that say more. */
  readonly description?: string;
  readonly args?: readonly Argument[];
  /** What may stand behind `--`; nothing, if it is left out. */
  readonly rest?: Argument;
  readonly options: O;
  readonly examples: readonly Example[];
  /** Beyond 0 (done), 1 (failed), 2 (used wrongly) and 130 (Ctrl-C). */
  readonly exitCodes?: Readonly<Record<number, string>>;
  /** Gives the exit code; nothing is 0. */
  run(invocation: Invocation<OptionValues<O>>): Promise<number | void>;
}

export type Command = CommandDefinition<Options>;

/** Gives `run` the types of its options. */
export function defineCommand<const O extends Options>(definition: CommandDefinition<O>): Command {
  return definition;
}
