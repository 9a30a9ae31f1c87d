/**
 * What each generator's program does: makes the packages of all environments in memory and writes them into an empty
 * folder, once as a command does, which has just started, and then as a watcher does, which has been running.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { benchEnvironments, type BenchEnvironment } from "./environments.ts";

export interface GenerationResult {
  /** From the start of the process until everything was loaded. */
  readonly startUpMs: number;
  readonly first: GenerationTimes;
  readonly warm: GenerationTimes;
}

export interface GenerationTimes {
  /** Until all files were made in memory. */
  readonly memoryMs: number;
  /** Until they were on the disk. */
  readonly totalMs: number;
}

/** Until the runtime has compiled what runs often. */
const WARM_UPS = 12;

export interface Generator<Prepared, Generated> {
  /** What is there before the time begins. */
  prepare(env: BenchEnvironment): Prepared;
  generate(prepared: Prepared): Generated;
  write(folder: string, generated: Generated): Promise<void>;
}

export async function runGeneration<Prepared, Generated>(generator: Generator<Prepared, Generated>): Promise<void> {
  const startUpMs = performance.now();
  const environments = benchEnvironments().map((env) => ({ name: env.name, prepared: generator.prepare(env) }));
  const run = async (): Promise<GenerationTimes> => {
    const folder = mkdtempSync(join(tmpdir(), "openenv-bench-"));
    try {
      const start = performance.now();
      const generated = environments.map(({ name, prepared }) => ({ name, made: generator.generate(prepared) }));
      const memoryMs = performance.now() - start;
      for (const { name, made } of generated) await generator.write(join(folder, name), made);
      return { memoryMs, totalMs: performance.now() - start };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
  const first = await run();
  for (let count = 0; count < WARM_UPS; count += 1) await run();
  const warm = await run();
  const result: GenerationResult = { startUpMs, first, warm };
  process.stdout.write(`${JSON.stringify(result)}\n`);
}
