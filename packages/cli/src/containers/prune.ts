/**
 * Removes containers.
 */
import { pruneContainers } from "@openenv/core/providers";

import type { Invocation } from "../command/command.ts";
import { engineOf, type EngineChoice } from "./engine.ts";

export async function prune({
  options,
  terminal,
}: Invocation<EngineChoice & { readonly all: boolean }>): Promise<void> {
  const removed = await pruneContainers({ ...engineOf(options), all: options.all });
  terminal.result({ removed });
  for (const { name } of removed) terminal.line(`removed ${name}`);
  if (removed.length === 0) terminal.note("There was nothing to remove.");
}
