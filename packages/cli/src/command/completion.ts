/**
 * Completion scripts, made from the definitions of the commands: names of commands, then their options and choices.
 */
import { commonOptions } from "./arguments.ts";
import type { Command, Options } from "./command.ts";
import { commandNames, loadCommand } from "./table.ts";

export type Shell = "bash" | "zsh" | "fish";

export async function completionScript(shell: Shell): Promise<string> {
  const commands = await Promise.all(commandNames.map(loadCommand));
  return { bash, zsh, fish }[shell](commands);
}

function bash(commands: readonly Command[]): string {
  const cases = commands.map((command) => `    ${command.name}) words="${flagsOf(command).join(" ")}" ;;`);
  return `_openenv() {
  local words only="" current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  # Bash takes --option=value for three words.
  [[ $current == = ]] && current=""
  [[ $previous == = ]] && previous="\${COMP_WORDS[COMP_CWORD-2]}"
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    *) words="${commandNames.join(" ")} --help --version" ;;
  esac
${commands.flatMap(choiceCases).join("\n")}
  local IFS=$'\\n'
  COMPREPLY=($(IFS=' '; compgen -W "$words" -- "$current"))
  [[ -n $only || $current == -* || $COMP_CWORD -eq 1 ]] && return
  compopt -o filenames 2> /dev/null
  COMPREPLY+=($(compgen -f -- "$current"))
}
complete -F _openenv openenv
`;
}

/** Behind an option with choices, and in place of an argument that has them, these are all there is. */
function choiceCases({ name, args = [], options }: Command): string[] {
  const positional = args.flatMap(({ choices }, index) =>
    choices === undefined ? [] : [[`$COMP_CWORD -eq ${index + 2} && $current != -*`, choices] as const],
  );
  const flags = choicesOf(options).map(([option, choices]) => {
    const short = options[option]?.short;
    const names = short === undefined ? `--${option}` : `@(--${option}|-${short})`;
    return [`$previous == ${names}`, choices] as const;
  });
  return [...positional, ...flags].map(
    ([condition, choices]) =>
      `  [[ \${COMP_WORDS[1]} == ${name} && ${condition} ]] && words="${choices.join(" ")}" only=1`,
  );
}

function zsh(commands: readonly Command[]): string {
  const names = commands.map(({ name, summary }) => `    ${quote(`${name}:${summary}`)}`);
  const cases = commands.map(({ name, args = [], options }) => {
    const specs = Object.entries({ ...options, ...commonOptions }).map(([option, { type, about }]) => {
      const choices = choicesOf(options).find(([other]) => other === option)?.[1];
      const value = type === "boolean" ? "" : choices === undefined ? ":value:_files" : `:value:(${choices.join(" ")})`;
      return quote(`--${option}[${about.replaceAll(/[[\]:]/g, " ")}]${value}`);
    });
    const positional = args.map(({ name: what, choices, many = false }, index) =>
      quote(`${many ? "*" : index + 1}:${what}:${choices === undefined ? "_files" : `(${choices.join(" ")})`}`),
    );
    const others = args.some(({ many }) => many === true) ? [] : [quote("*:file:_files")];
    return `    ${name}) _arguments ${[...specs, ...positional, ...others].join(" ")} ;;`;
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
  const lines = commands.flatMap(({ name, summary, args = [], options }) => [
    `complete -c openenv -n __fish_use_subcommand -a ${name} -d ${quote(summary)}`,
    ...args
      .flatMap(({ choices }) => (choices === undefined ? [] : [choices.join(" ")]))
      .map((all) => `complete -c openenv -n "__fish_seen_subcommand_from ${name}" -a ${quote(all)}`),
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
