/**
 * Lists containers.
 */
import { listContainers } from "@openenv/core/providers";

import type { Invocation } from "../command/command.ts";
import { engineOf, type EngineChoice } from "./engine.ts";

export async function ps({ options, terminal }: Invocation<EngineChoice>): Promise<void> {
  const containers = await listContainers(engineOf(options));
  terminal.result(containers);
  for (const { name, image, state, baseUrl = "", owner } of containers) {
    const left = owner.isAlive === false ? terminal.yellow("its program is gone: openenv prune") : "";
    terminal.line(`${terminal.bold(name)}  ${image}  ${state}  ${baseUrl}  ${left}`.trimEnd());
  }
  if (containers.length === 0) terminal.note("Nothing runs.");
}
