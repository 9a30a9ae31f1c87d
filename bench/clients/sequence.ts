/**
 * Takes steps one after the other for a while: `PROGRAM URL WARM-UP-MS MEASURE-MS`. Prints one line of JSON, a
 * {@link SequenceResult}. Each client program gives its own way of taking a step. Runs on Node and Bun.
 */
import process from "node:process";

import { Histogram } from "../generator/histogram.ts";

export interface SequenceResult {
  readonly steps: number;
  readonly elapsedMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** What this client's process used, in milliseconds. */
  readonly clientCpuMs: number;
}

/** Takes one step; gives what tells that the reply was the right one. */
export type TakeStep = () => Promise<{ readonly observation: { readonly message_length: unknown } }>;

/** @param connect opens a connection to an address such as `http://127.0.0.1:8000` */
export async function runSequence(connect: (url: string) => Promise<TakeStep>): Promise<void> {
  const [url = "", warmUpMs, measureMs] = process.argv.slice(2);
  const step = await connect(url);
  await stepFor(step, Number(warmUpMs), undefined);
  const latencies = new Histogram();
  const start = performance.now();
  const cpuBefore = process.cpuUsage();
  await stepFor(step, Number(measureMs), latencies);
  const { user, system } = process.cpuUsage(cpuBefore);
  const result: SequenceResult = {
    steps: latencies.count,
    elapsedMs: performance.now() - start,
    p50Ms: latencies.quantile(0.5),
    p99Ms: latencies.quantile(0.99),
    clientCpuMs: (user + system) / 1000,
  };
  console.log(JSON.stringify(result));
  process.exit(0);
}

async function stepFor(step: TakeStep, durationMs: number, latencies: Histogram | undefined): Promise<void> {
  let now = performance.now();
  const end = now + durationMs;
  while (now < end) {
    const { observation } = await step();
    if (typeof observation.message_length !== "number") throw new Error("an unexpected reply");
    const then = performance.now();
    latencies?.record(then - now);
    now = then;
  }
}
