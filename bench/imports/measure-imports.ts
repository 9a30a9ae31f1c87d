/** Measures what importing costs a program that has just started, from the built packages. */
import { envFor } from "openenv-scripts/runtimes.ts";
import { measureBest } from "../best-of.ts";
import { runForJson } from "../child.ts";
import type { BenchOptions } from "../options.ts";
import type { Row } from "../rows.ts";
import type { Sample } from "../sample.ts";

const LIMIT_MS = 30_000;

const modules: Readonly<Record<string, string>> = {
  "import-ws-node": "ws",
  "import-client-node": "@openenv/echo-env",
};

export function measureImports(
  rows: readonly Row[],
  options: BenchOptions,
  progress: (text: string) => void,
): Promise<Sample[]> {
  return measureBest(rows, options, { load: "import", value: "importMs", once: importOnce }, progress);
}

async function importOnce(row: Row): Promise<number> {
  const command = [...row.command, modules[row.id] ?? ""];
  // As for Node 20: the packages as they are built, not their sources.
  const env = envFor("node20");
  return (await runForJson<{ importMs: number }>(command, { env, timeoutMs: LIMIT_MS })).importMs;
}
