/**
 * As `clients/sequence.ts`, for clients that block: takes steps one after the other for a while, and prints one line of
 * JSON, a {@link SequenceResult}. Runs on Node, Bun and Deno.
 */
import process from "node:process";

import type { SequenceResult } from "../clients/sequence.ts";
import { Histogram } from "../generator/histogram.ts";

/** Takes one step; gives what tells that the reply was the right one. */
export type TakeStep = () => { readonly observation: { readonly message_length: unknown } };

/** @param connect opens a connection to an address such as `http://127.0.0.1:8000` */
export function runBlockingSequence(connect: (url: string) => TakeStep): void {
  const [url = "", warmUpMs, measureMs] = process.argv.slice(2);
  const step = connect(url);
  stepFor(step, Number(warmUpMs), undefined);
  const latencies = new Histogram();
  const start = performance.now();
  const cpuBefore = process.cpuUsage();
  stepFor(step, Number(measureMs), latencies);
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

function stepFor(step: TakeStep, durationMs: number, latencies: Histogram | undefined): void {
  let now = performance.now();
  const end = now + durationMs;
  while (now < end) {
    const { observation } = step();
    if (typeof observation.message_length !== "number") throw new Error("an unexpected reply");
    const then = performance.now();
    latencies?.record(then - now);
    now = then;
  }
}
