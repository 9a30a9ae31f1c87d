/**
 * Looks at one server again and again: ejects it from the pool when it is not healthy, and brings it back when it is.
 */
import { probeHealth, type Sickness } from "../providers/health-probe.ts";
import { pause } from "../providers/time-limit.ts";
import { readCapacity } from "./capacity-report.ts";
import type { FleetSettings } from "./options.ts";
import type { Replica } from "./replica.ts";
import type { ReplicaPool } from "./replica-pool.ts";

/** What is asked of whoever started the server. */
export interface WatchedServer {
  /** Why it runs no more; `undefined` while it runs, or when nobody knows. */
  explainEnd(): Promise<Error | undefined>;
}

export class HealthWatch {
  readonly replica: Replica;
  readonly #pool: ReplicaPool;
  readonly #settings: FleetSettings;
  readonly #server: WatchedServer;
  readonly #stopped = new AbortController();
  #pause = new AbortController();
  #failures = 0;

  constructor(replica: Replica, pool: ReplicaPool, settings: FleetSettings, server: WatchedServer) {
    this.replica = replica;
    this.#pool = pool;
    this.#settings = settings;
    this.#server = server;
  }

  /** Looks at it at once. */
  suspect(): void {
    this.#pause.abort();
  }

  stop(): void {
    this.#stopped.abort();
    this.#pause.abort();
  }

  /** Asks the server how full it is, before it gets its first session. */
  async learn(): Promise<void> {
    const report = await readCapacity(this.#endpoint, this.#stopped.signal);
    if (report === undefined) this.replica.forget();
    else this.replica.learn(report);
    this.#pool.changed();
  }

  /** Looks once at whether it is healthy, and how full. Tells what it sees, and does nothing about it. */
  async look(signal: AbortSignal = this.#stopped.signal): Promise<Sickness> {
    const [sickness] = await Promise.all([probeHealth(this.#endpoint, signal), this.learn()]);
    return sickness;
  }

  /** Resolves with the reason when the server has ended or is sick for too long, `undefined` after `stop()`. */
  async run(): Promise<string | undefined> {
    const { signal } = this.#stopped;
    let sickSince: number | undefined;
    while (!signal.aborted) {
      await this.#rest();
      if (signal.aborted) return undefined;
      const sickness = await this.look();
      if (signal.aborted) return undefined;
      if (sickness === undefined) {
        this.#failures = 0;
        sickSince = undefined;
        this.#pool.restore(this.replica);
        continue;
      }
      this.#failures += 1;
      sickSince ??= performance.now();
      const end = await this.#server.explainEnd();
      if (end !== undefined) {
        this.#pool.eject(this.replica, end.message);
        return end.message;
      }
      if (this.#failures >= this.#settings.ejectAfter) this.#pool.eject(this.replica, sickness);
      if (performance.now() - sickSince >= this.#settings.replaceAfterMs) return sickness;
    }
    return undefined;
  }

  get #endpoint(): Replica["endpoint"] {
    const { baseUrl, headers } = this.replica.endpoint;
    return { baseUrl, headers: { ...this.#settings.headers, ...headers } };
  }

  async #rest(): Promise<void> {
    // One that fails is looked at more often, so that it goes and returns soon.
    const { probeIntervalMs } = this.#settings;
    const ms = this.#failures > 0 ? Math.min(probeIntervalMs, 250) : probeIntervalMs;
    await pause(ms, this.#pause.signal);
    if (this.#pause.signal.aborted && !this.#stopped.signal.aborted) this.#pause = new AbortController();
  }
}
