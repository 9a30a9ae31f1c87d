/**
 * Completion scripts, made from the definitions of the commands: names of commands, then their options and choices.
 */
import { commonOptions } from "./arguments.ts";
import type { Command, Options } from "./command.ts";
import { commandNames, loadCommand } from "./table.ts";

export const shells = ["bash", "zsh", "fish"] as const;

export type Shell = (typeof shells)[number];

export async function completionScript(shell: Shell): Promise<string> {
  const commands = await Promise.all(commandNames.map(loadCommand));
  return { bash, zsh, fish }[shell](commands);
}

function bash(commands: readonly Command[]): string {
  const cases = commands.map((command) => `    ${command.name}) words="${flagsOf(command).join(" ")}" ;;`);
  return `_openenv() {
  local words current="\${COMP_WORDS[COMP_CWORD]}"
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    *) words="${commandNames.join(" ")} --help --version" ;;
  esac
${commands.flatMap(choiceCases).join("\n")}
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [[ $current == -* || $COMP_CWORD -eq 1 ]] || COMPREPLY+=($(compgen -f -- "$current"))
}
complete -F _openenv openenv
`;
}

/** Behind an option with choices, these are all there is. */
function choiceCases({ name, options }: Command): string[] {
  return choicesOf(options).map(
    ([option, choices]) =>
      `  [[ \${COMP_WORDS[1]} == ${name} && \${COMP_WORDS[COMP_CWORD-1]} == --${option} ]] && words="${choices.join(" ")}"`,
  );
}

function zsh(commands: readonly Command[]): string {
  const names = commands.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`);
  const cases = commands.map(({ name, options }) => {
    const specs = Object.entries({ ...options, ...commonOptions }).map(([option, { type, about }]) => {
      const choices = choicesOf(options).find(([other]) => other === option)?.[1];
      const value = type === "boolean" ? "" : choices === undefined ? ":value:_files" : `:value:(${choices.join(" ")})`;
      return quote(`--${option}[${about.replaceAll(/[[\]:]/g, " ")}]${value}`);
    });
    return `    ${name}) _arguments ${specs.join(" ")} '*:file:_files' ;;`;
  });
  return `#compdef openenv
_openenv() {
  local -a commands=(
${names.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
${cases.join("\n")}
  esac
}
if [ "$funcstack[1]" = _openenv ]; then _openenv "$@"; else compdef _openenv openenv; fi
`;
}

function fish(commands: readonly Command[]): string {
  const lines = commands.flatMap(({ name, summary, options }) => [
    `complete -c openenv -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`,
    ...Object.entries({ ...options, ...commonOptions }).map(([option, { type, about }]) => {
      const choices = choicesOf(options).find(([other]) => other === option)?.[1];
      const value = type === "boolean" ? "" : choices === undefined ? " -r" : ` -x -a ${quote(choices.join(" "))}`;
      return `complete -c openenv -n "__fish_seen_subcommand_from ${name}" -l ${option} -d ${quote(about)}${value}`;
    }),
  ]);
  return `${lines.join("\n")}\n`;
}

function flagsOf({ options }: Command): string[] {
  return Object.keys({ ...options, ...commonOptions }).map((option) => `--${option}`);
}

function choicesOf(options: Options): (readonly [string, readonly string[]])[] {
  return Object.entries(options).flatMap(([name, option]) =>
    option.type === "string" && option.choices !== undefined ? [[name, option.choices] as const] : [],
  );
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
