/** What a load generator measures between two moments, and prints as one line of JSON. */
import { Histogram } from "./histogram.ts";
import { cpuTime } from "./process-usage.ts";

export interface LoadResult {
  readonly steps: number;
  readonly elapsedMs: number;
  /** Milliseconds from a step's send to its reply. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** What the server's process used, in milliseconds; `null` where it cannot be told. */
  readonly serverCpuMs: number | null;
  readonly generatorCpuMs: number;
}

/** Counts what happens from now on. */
export class Measurement {
  readonly latencies: Histogram = new Histogram();
  readonly #serverPid: number | undefined;
  readonly #before: Usage;

  /** @param serverPid the server's process, as the flag `--server-pid` has it */
  constructor(serverPid: string | undefined) {
    this.#serverPid = serverPid === undefined ? undefined : Number(serverPid);
    this.#before = usage(this.#serverPid);
  }

  /** Ends it. */
  result(): LoadResult {
    const [before, after] = [this.#before, usage(this.#serverPid)];
    return {
      steps: this.latencies.count,
      elapsedMs: after.at - before.at,
      p50Ms: this.latencies.quantile(0.5),
      p99Ms: this.latencies.quantile(0.99),
      serverCpuMs: before.server === undefined || after.server === undefined ? null : after.server - before.server,
      generatorCpuMs: after.generator - before.generator,
    };
  }
}

interface Usage {
  readonly at: number;
  readonly server: number | undefined;
  readonly generator: number;
}

function usage(serverPid: number | undefined): Usage {
  const { user, system } = process.cpuUsage();
  const server = serverPid === undefined ? undefined : cpuTime(serverPid);
  return { at: performance.now(), server, generator: (user + system) / 1000 };
}
