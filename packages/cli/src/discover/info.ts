/**
 * Shows one of the installed environments.
 */
import { findEnvironment, installedEnvironments } from "@openenv/core/auto";

import type { Invocation } from "../command/command.ts";
import { CommandFailure } from "../terminal/failure.ts";

export function info({ args: [name = ""], terminal, cwd }: Invocation<object>): Promise<void> {
  const found = findEnvironment(name, cwd);
  if (found === undefined) {
    const names = installedEnvironments(cwd).map((env) => env.name);
    throw new CommandFailure(`No environment "${name}" is installed here.`, {
      next:
        names.length === 0
          ? "Install its package (npm install @openenv/echo-env), then: openenv list"
          : `There are ${names.join(", ")}.`,
      code: "NOT_INSTALLED",
    });
  }
  terminal.result(found);
  const { client, server, description } = found;
  terminal.line(`${terminal.bold(found.name)}  ${description}`.trimEnd());
  for (const [role, each] of [["client", client] as const, ["server", server] as const]) {
    terminal.line(`${role}  ${each === undefined ? "not installed" : `${each.name}@${each.version}  ${each.folder}`}`);
  }
  if (client !== undefined) terminal.line(`import { ${client.className} } from "${client.name}";`);
  if (server !== undefined) terminal.line(`openenv serve ${server.name}`);
  return Promise.resolve();
}
