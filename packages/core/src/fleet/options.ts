/**
 * What a fleet takes and tells. Types, and the check.
 */
import { InvalidArgumentError } from "../errors/local-errors.ts";
import type { Provider, ProviderEndpoint, StartOptions } from "../providers/provider.ts";
import { checkOptionNames } from "../providers/option-check.ts";
import { checkLimit } from "../providers/time-limit.ts";

/** Where the servers come from: exactly one of `provider` and `servers`. */
export interface FleetOptions extends StartOptions {
  /**
   * A function that makes a provider of one server, called for each replica and each restart; or one provider that has
   * replicas of its own, such as `DockerSwarmProvider` and `KubernetesProvider`.
   */
  readonly provider?: (() => Provider) | ReplicaProvider | undefined;
  /** Servers that run already, by URL. The fleet does not stop them. */
  readonly servers?: readonly (string | ProviderEndpoint)[] | undefined;
  /** What is started, in the provider's own terms. Left out where its constructor has it. */
  readonly source?: string | undefined;
  /** Servers that take sessions, where `provider` is a function. Default 1. */
  readonly replicas?: number | undefined;
  /** Servers beside them that are warm and take the place of one that fails at once. Default 0. */
  readonly spares?: number | undefined;
  /** How long a session waits for a server with room before it is refused, in milliseconds. Default 0. */
  readonly waitForSlotMs?: number | undefined;
  /** Longest wait for a server to give a session, in milliseconds: making the environment is part of it. Default 60 s. */
  readonly sessionTimeoutMs?: number | undefined;
  /** Time between two looks at each server's health and capacity, in milliseconds. Default 2 s. */
  readonly probeIntervalMs?: number | undefined;
  /** Looks in a row that must fail before a server gets no sessions. Default 2; one that has ended gets none at once. */
  readonly ejectAfter?: number | undefined;
  /** A server that is not healthy for this long is replaced, in milliseconds. Default 10 s. */
  readonly replaceAfterMs?: number | undefined;
  /** Pause before a server that failed is started again, in milliseconds. Doubles with each failure up to 30 s. Default 250. */
  readonly restartPauseMs?: number | undefined;
  /** Headers of every request to the servers, such as a token's. The client's own headers win. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Told what happens to the servers. */
  readonly onEvent?: ((event: FleetEvent) => void) | undefined;
}

/** A provider whose replicas are each reached by an address of their own. */
export interface ReplicaProvider extends Provider {
  /** The replicas that take connections now. */
  endpoints(signal?: AbortSignal): Promise<readonly ProviderEndpoint[]>;
}

/** What happened to a server of a fleet. */
export interface FleetEvent {
  /**
   * `joined`: it is healthy and takes sessions, or is a spare. `ejected`: it takes none for now. `returned`: it is
   * healthy again. `left`: it is gone. `failed`: one could not be started, or the replicas could not be listed.
   */
  readonly type: "joined" | "ejected" | "returned" | "left" | "failed";
  /** `undefined` for one that never ran. */
  readonly baseUrl: string | undefined;
  /** Why, for a person. */
  readonly reason: string | undefined;
}

/** A server of a fleet, as it was last seen. */
export interface FleetReplica {
  readonly baseUrl: string;
  /** `ready` takes sessions, `spare` could, `ejected` is not healthy. */
  readonly state: "ready" | "spare" | "ejected";
  /** Sessions of this fleet object, those being opened included. */
  readonly own: number;
  /** Sessions of others, as the server told; 0 where it does not tell. */
  readonly others: number;
  /** Sessions at most; `undefined` without a limit, or where it is not known. */
  readonly max: number | undefined;
  /** Callers that wait at the server, as it told. */
  readonly queued: number;
}

/** Sums over the servers that take sessions. */
export interface FleetCapacity {
  readonly active: number;
  /** `undefined` when a server has no limit, or does not tell. */
  readonly max: number | undefined;
  readonly queued: number;
}

/** {@link FleetOptions} with everything decided. */
export interface FleetSettings {
  readonly replicas: number;
  readonly spares: number;
  readonly waitForSlotMs: number;
  readonly sessionTimeoutMs: number;
  readonly probeIntervalMs: number;
  readonly ejectAfter: number;
  readonly replaceAfterMs: number;
  readonly restartPauseMs: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly onEvent: (event: FleetEvent) => void;
}

const OPTION_NAMES: readonly (keyof FleetOptions)[] = [
  "provider",
  "servers",
  "source",
  "replicas",
  "spares",
  "waitForSlotMs",
  "sessionTimeoutMs",
  "probeIntervalMs",
  "ejectAfter",
  "replaceAfterMs",
  "restartPauseMs",
  "headers",
  "onEvent",
  "onProgress",
  "signal",
  "timeoutMs",
];

/** @throws InvalidArgumentError naming the option that is wrong */
export function resolveFleetOptions(options: FleetOptions): FleetSettings {
  checkOptionNames("EnvFleet", options, OPTION_NAMES);
  const { provider, servers } = options;
  if ((provider === undefined) === (servers === undefined)) {
    throw new InvalidArgumentError("provider", "An EnvFleet needs either a provider or servers.");
  }
  if (typeof provider === "object" && typeof (provider as Partial<ReplicaProvider>).endpoints !== "function") {
    throw new InvalidArgumentError(
      "provider",
      `One ${provider.kind} provider starts one server. Give a function that makes a provider for each replica.`,
    );
  }
  if (servers?.length === 0) throw new InvalidArgumentError("servers", "servers is empty.");
  if (typeof provider !== "function" && (options.replicas !== undefined || options.spares !== undefined)) {
    throw new InvalidArgumentError(
      "replicas",
      "replicas and spares are for a provider that is a function. A provider of a cluster has its own option replicas.",
    );
  }
  for (const name of ["sessionTimeoutMs", "probeIntervalMs", "replaceAfterMs", "restartPauseMs"] as const)
    checkLimit(name, options[name]);
  if (options.waitForSlotMs !== 0) checkLimit("waitForSlotMs", options.waitForSlotMs);
  return {
    replicas: count("replicas", options.replicas ?? 1, 1),
    spares: count("spares", options.spares ?? 0, 0),
    waitForSlotMs: options.waitForSlotMs ?? 0,
    sessionTimeoutMs: options.sessionTimeoutMs ?? 60_000,
    probeIntervalMs: options.probeIntervalMs ?? 2000,
    ejectAfter: count("ejectAfter", options.ejectAfter ?? 2, 1),
    replaceAfterMs: options.replaceAfterMs ?? 10_000,
    restartPauseMs: options.restartPauseMs ?? 250,
    headers: options.headers ?? {},
    onEvent: options.onEvent ?? (() => {}),
  };
}

function count(name: string, value: number, least: number): number {
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new InvalidArgumentError(name, `${name} is ${String(value)}. It must be a whole number of at least ${least}.`);
}
