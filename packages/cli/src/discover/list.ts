/**
 * Lists what is installed.
 */
import { installedEnvironments } from "@openenv/core/auto";

import type { Invocation } from "../command/command.ts";

export function list({ terminal, cwd }: Invocation<object>): Promise<void> {
  const environments = installedEnvironments(cwd);
  terminal.result(environments);
  if (environments.length === 0)
    terminal.note("No environment is installed here. Try: npm install @openenv/echo-env-server");
  const width = Math.max(0, ...environments.map(({ name }) => name.length));
  for (const { name, description, client, server } of environments) {
    const packages = [client, server].flatMap((each) => (each === undefined ? [] : [`${each.name}@${each.version}`]));
    terminal.line(
      `${terminal.bold(name.padEnd(width))}  ${packages.join(" + ")}  ${terminal.dim(description)}`.trimEnd(),
    );
  }
  return Promise.resolve();
}
