/**
 * Removes what OpenEnv started.
 */
import { pruneContainers, pruneDeployments, pruneServices } from "@openenv/core/providers";

import type { Invocation } from "../command/command.ts";
import { placeOf, type Place, type PlaceChoice } from "./place.ts";

export async function prune({ options, terminal }: Invocation<PlaceChoice & { readonly all: boolean }>): Promise<void> {
  const removed = await pruned(placeOf(options, "prune"), options.all);
  terminal.result({ removed });
  for (const { name } of removed) terminal.line(`removed ${name}`);
  if (removed.length === 0) terminal.note("There was nothing to remove.");
}

function pruned({ kind, options }: Place, all: boolean): Promise<readonly { readonly name: string }[]> {
  if (kind === "deployments") return pruneDeployments({ ...options, all });
  return kind === "services" ? pruneServices({ ...options, all }) : pruneContainers({ ...options, all });
}
