/**
 * The generated client, blocking, and a bare worker in turns: `PROGRAM URL WARM-UP-MS MEASURE-MS`. Both in one process,
 * a hundred calls of the one and a hundred of the other, since two processes differ by more than what is looked for.
 * Prints one line of JSON, a {@link PairResult}. Runs on Node, Bun and Deno.
 */
import { EchoEnv } from "@openenv/echo-env";
import process from "node:process";

import type { BareResult } from "../clients/bare-message.ts";
import type { SequenceResult } from "../clients/sequence.ts";
import { Histogram } from "../generator/histogram.ts";
import { MESSAGE } from "../generator/step-message.ts";
import { connectRaw } from "./raw.ts";

/** What one process of its own cannot tell apart: CPU time. */
export type BlockingResult = Omit<SequenceResult, "clientCpuMs">;

export interface PairResult {
  readonly raw: BlockingResult;
  readonly ours: BlockingResult;
}

const BATCH = 100;

class Side {
  readonly latencies: Histogram = new Histogram();
  elapsedMs = 0;
  readonly #step: () => BareResult;

  constructor(step: () => BareResult) {
    this.#step = step;
  }

  takeBatch(measured: boolean): void {
    for (let count = 0; count < BATCH; count += 1) {
      const start = performance.now();
      const { observation } = this.#step();
      const elapsedMs = performance.now() - start;
      if (typeof observation.message_length !== "number") throw new Error("an unexpected reply");
      if (!measured) continue;
      this.latencies.record(elapsedMs);
      this.elapsedMs += elapsedMs;
    }
  }

  get result(): BlockingResult {
    const { latencies, elapsedMs } = this;
    return { steps: latencies.count, elapsedMs, p50Ms: latencies.quantile(0.5), p99Ms: latencies.quantile(0.99) };
  }
}

const [url = "", warmUpMs, measureMs] = process.argv.slice(2);
const env = EchoEnv.connectSync(url);
const ours = new Side(() => env.step({ message: MESSAGE }));
const raw = new Side(connectRaw(url));
takeTurns(2 * Number(warmUpMs), false);
takeTurns(2 * Number(measureMs), true);
const result: PairResult = { raw: raw.result, ours: ours.result };
console.log(JSON.stringify(result));
process.exit(0);

function takeTurns(durationMs: number, measured: boolean): void {
  const end = performance.now() + durationMs;
  for (let turn = 0; performance.now() < end; turn += 1) {
    for (const side of turn % 2 === 0 ? [ours, raw] : [raw, ours]) side.takeBatch(measured);
  }
}
