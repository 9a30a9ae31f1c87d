/** `@openenv/cli`: the `openenv` command as a function, and its definitions. */
export { commandNames, loadCommand } from "./command/table.ts";
export type { Argument, Command, Example, Invocation, Option, Options } from "./command/command.ts";
export { runCli } from "./run-cli.ts";
export { commandReference } from "./command/reference.ts";
