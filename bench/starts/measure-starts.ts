/** Measures commands from their start to their end, as built. */
import { envFor } from "openenv-scripts/runtimes.ts";
import { measureBest } from "../best-of.ts";
import { runForTime } from "../child.ts";
import type { BenchOptions } from "../options.ts";
import type { Row } from "../rows.ts";
import type { Sample } from "../sample.ts";

const LIMIT_MS = 30_000;

const ARGUMENTS: Readonly<Record<string, readonly string[]>> = { "start-help": ["--help"] };

export function measureStarts(
  rows: readonly Row[],
  options: BenchOptions,
  progress: (text: string) => void,
): Promise<Sample[]> {
  return measureBest(rows, options, { load: "start", value: "startUpMs", once: startOnce }, progress);
}

function startOnce(row: Row): Promise<number> {
  // As for Node 20: the packages as they are built, not their sources.
  const env = envFor("node20");
  return runForTime([...row.command, ...(ARGUMENTS[row.id] ?? [])], { env, timeoutMs: LIMIT_MS });
}
