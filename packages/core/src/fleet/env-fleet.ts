/**
 * Many servers of one environment as one: sessions are spread over them, and a server that fails takes none but its own
 * sessions with it.
 */
import type { ClientClass } from "../client/client.ts";
import type { Fetch } from "../client/http-question.ts";
import type { AsyncEnv } from "../client/lazy.ts";
import type { CallOptions, ConnectOptions } from "../client/options.ts";
import type { Connect } from "../transport/transport.ts";
import { ClusterReplicas } from "./cluster-replicas.ts";
import { fleetFetch } from "./fleet-fetch.ts";
import { FixedServers } from "./fixed-servers.ts";
import { FLEET_URL, fleetConnect } from "./open-session.ts";
import {
  type FleetCapacity,
  type FleetOptions,
  type FleetReplica,
  type FleetSettings,
  resolveFleetOptions,
} from "./options.ts";
import { ProvidedServers } from "./provided-servers.ts";
import { ReplicaPool } from "./replica-pool.ts";
import type { ReplicaSource } from "./replica-source.ts";

/** Options of a client of a fleet: a session that there is already is at one server, which the fleet does not know. */
export type FleetConnectOptions = Omit<ConnectOptions, "connect" | "fetch" | "sessionId"> & CallOptions;

/**
 * A fleet of servers. A session goes to the healthy server with the least sessions, by its own count of `GET /capacity`
 * where it has one; when that refuses it, to the next. A client whose session was lost gets a new one by `reset()`, at
 * whichever server has the least then.
 */
export class EnvFleet implements AsyncDisposable {
  /** For clients made by hand: `new EchoEnv({ baseUrl: fleet.baseUrl, connect: fleet.connector })`. No server has it. */
  readonly baseUrl: string = FLEET_URL;
  /** Opens a client's connections at the servers of the fleet. */
  readonly connector: Connect;
  /** Answers a client's questions beside its session: its option `fetch`. */
  readonly fetch: Fetch;
  readonly #pool: ReplicaPool;
  readonly #source: ReplicaSource;
  #closed: Promise<void> | undefined;

  private constructor(options: FleetOptions, settings: FleetSettings) {
    const wanted = typeof options.provider === "function" ? settings.replicas : Number.POSITIVE_INFINITY;
    this.#pool = new ReplicaPool(wanted, settings.onEvent);
    this.#source = sourceOf(options, this.#pool, settings);
    this.fetch = fleetFetch(this.#pool, settings);
    this.connector = fleetConnect(this.#pool, settings, (replica) => this.#source.suspect(replica));
  }

  /**
   * Starts the servers and resolves when all are healthy. When this rejects, nothing is left of them.
   *
   * @throws InvalidArgumentError for an option that is wrong, and what the provider rejects with; with `servers`,
   *   ConnectionFailedError when none is healthy
   */
  static async start(options: FleetOptions): Promise<EnvFleet> {
    const fleet = new EnvFleet(options, resolveFleetOptions(options));
    const { signal, timeoutMs, onProgress } = options;
    await fleet.#source.start({ signal, timeoutMs, onProgress });
    return fleet;
  }

  /**
   * A client with a session of its own.
   *
   * @throws CapacityReachedError when all servers are full, ConnectionFailedError when none is healthy, both after
   *   `waitForSlotMs`; else what the last server that was tried answered
   */
  async connect<C extends AsyncEnv>(client: ClientClass<C>, options: FleetConnectOptions = {}): Promise<C> {
    const { signal, timeoutMs, ...rest } = options;
    const made = new client({ ...rest, baseUrl: this.baseUrl, connect: this.connector, fetch: this.fetch });
    try {
      await made.connect({ signal, timeoutMs });
    } catch (error) {
      await made.close();
      throw error;
    }
    return made;
  }

  /** The servers, as they were last seen. */
  replicas(): readonly FleetReplica[] {
    return this.#pool.list().map(({ facts }) => facts);
  }

  /** How full the fleet is. */
  capacity(): FleetCapacity {
    return this.#pool.capacity();
  }

  /** Stops what was started, and with it all sessions. Idempotent. */
  close(): Promise<void> {
    this.#pool.close();
    this.#closed ??= this.#source.stop();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

function sourceOf(options: FleetOptions, pool: ReplicaPool, settings: FleetSettings): ReplicaSource {
  const { provider, servers = [], source } = options;
  if (provider === undefined) return new FixedServers(servers, pool, settings);
  if (typeof provider === "function") return new ProvidedServers(provider, source, pool, settings);
  return new ClusterReplicas(provider, source, pool, settings);
}
