/**
 * What an engine has, to see that nothing is left in it.
 */
import { engineCommand, type TestEngine } from "./engine.ts";

/** Ids, sorted. */
export interface Inventory {
  readonly containers: readonly string[];
  readonly images: readonly string[];
  readonly networks: readonly string[];
  readonly volumes: readonly string[];
}

/** Of the whole engine. */
export function inventoryOf(engine: TestEngine): Inventory {
  return {
    containers: idsOf(engine, "ps", "--all"),
    images: idsOf(engine, "images", "--all"),
    networks: idsOf(engine, "network", "ls"),
    volumes: idsOf(engine, "volume", "ls"),
  };
}

/** Removes containers and images that were not there. */
export function removeNews(engine: TestEngine, before: Inventory): void {
  const containers = idsOf(engine, "ps", "--all").filter((id) => !before.containers.includes(id));
  if (containers.length > 0) engineCommand(engine, "rm", "--force", ...containers);
  // Those that others stand on go with these.
  const images = idsOf(engine, "images").filter((id) => !before.images.includes(id));
  if (images.length > 0) engineCommand(engine, "rmi", "--force", ...images);
}

function idsOf(engine: TestEngine, ...list: readonly string[]): readonly string[] {
  const ids = engineCommand(engine, ...list, "--quiet").split("\n");
  return [...new Set(ids)].filter((id) => id !== "").toSorted();
}
