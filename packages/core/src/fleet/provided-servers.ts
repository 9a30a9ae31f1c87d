/**
 * Servers that the fleet starts, one provider each, and starts again when they end.
 */
import { connectThrough } from "../providers/connect-through.ts";
import type { Provider, StartOptions } from "../providers/provider.ts";
import { launchServer } from "../client/launch-server.ts";
import { pause } from "../providers/time-limit.ts";
import { HealthWatch } from "./health-watch.ts";
import type { FleetSettings } from "./options.ts";
import { Replica } from "./replica.ts";
import type { ReplicaPool } from "./replica-pool.ts";
import type { ReplicaSource } from "./replica-source.ts";

const LONGEST_PAUSE_MS = 30_000;

/** A server that ran this long without failing has no history, in milliseconds. */
const FORGIVEN_AFTER_MS = 60_000;

interface Started {
  readonly provider: Provider;
  readonly watch: HealthWatch;
}

export class ProvidedServers implements ReplicaSource {
  readonly #make: () => Provider;
  readonly #source: string | undefined;
  readonly #pool: ReplicaPool;
  readonly #settings: FleetSettings;
  readonly #stopped = new AbortController();
  readonly #running = new Set<Started>();
  readonly #slots: Promise<void>[] = [];

  constructor(make: () => Provider, source: string | undefined, pool: ReplicaPool, settings: FleetSettings) {
    this.#make = make;
    this.#source = source;
    this.#pool = pool;
    this.#settings = settings;
  }

  async start(options: StartOptions): Promise<void> {
    const { replicas, spares } = this.#settings;
    const launches = Array.from({ length: replicas + spares }, () => this.#launch(options));
    const outcomes = await Promise.allSettled(launches);
    const failed = outcomes.find((outcome) => outcome.status === "rejected");
    for (const outcome of outcomes) if (outcome.status === "fulfilled") this.#slots.push(this.#keep(outcome.value));
    if (failed === undefined) return;
    await this.stop();
    throw failed.reason;
  }

  suspect(replica: Replica): void {
    for (const { watch } of this.#running) if (watch.replica === replica) watch.suspect();
  }

  async stop(): Promise<void> {
    this.#stopped.abort();
    for (const { watch } of this.#running) watch.stop();
    await Promise.all(this.#slots);
  }

  async #launch(options: StartOptions): Promise<Started> {
    const provider = this.#make();
    const endpoint = await launchServer(provider, this.#source, options);
    const replica = new Replica(endpoint, connectThrough(provider));
    const explainEnd = async (): Promise<Error | undefined> => provider.explainEnd?.();
    const watch = new HealthWatch(replica, this.#pool, this.#settings, { explainEnd });
    await watch.learn();
    return { provider, watch };
  }

  /** Keeps one server running until the end of the fleet. */
  async #keep(first: Started): Promise<void> {
    const { signal } = this.#stopped;
    let started: Started | undefined = first;
    let failures = 0;
    while (!signal.aborted) {
      if (started !== undefined) {
        const since = performance.now();
        await this.#untilSick(started);
        if (performance.now() - since > FORGIVEN_AFTER_MS) failures = 0;
      }
      if (signal.aborted) break;
      const { restartPauseMs } = this.#settings;
      await pause(Math.min(restartPauseMs * 2 ** failures, LONGEST_PAUSE_MS), signal);
      failures += 1;
      if (signal.aborted) break;
      started = await this.#launch({ signal }).catch((error: unknown) => {
        if (!signal.aborted) this.#pool.tell("failed", undefined, (error as Error).message);
        return undefined;
      });
    }
    if (started !== undefined && !this.#running.has(started)) await stopped(started.provider);
  }

  /** Has it in the pool until it has ended, is sick for too long, or the fleet stops; then it is stopped. */
  async #untilSick(started: Started): Promise<void> {
    const { provider, watch } = started;
    this.#running.add(started);
    this.#pool.add(watch.replica);
    const reason = this.#stopped.signal.aborted ? undefined : await watch.run();
    this.#pool.remove(watch.replica, reason);
    await stopped(provider);
    this.#running.delete(started);
  }
}

/** That one cannot be stopped is no reason to leave the others. The provider's guardian is still there. */
function stopped(provider: Provider): Promise<void> {
  return provider.stop().catch(() => {});
}
