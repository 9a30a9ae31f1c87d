/**
 * A server's settings: what the caller chose, else the environment variable, else the manifest, else the default.
 */
import { InvalidArgumentError } from "../errors/local-errors.ts";
import { PING_INTERVAL_MS, SERVER_MAX_MESSAGE_BYTES } from "../protocol/limits.ts";
import { isLoopbackName } from "../protocol/loopback.ts";
import type { EnvManifest } from "../types.ts";
import type { AccessTokens } from "./access-tokens.ts";
import type { EnvironmentModule } from "./environment.ts";
import type { SharedSlots } from "./shared-slots.ts";
import type { Logger } from "./logger.ts";
import { OmittableFields } from "./omittable-fields.ts";

/** `production` serves no `/reset`, `/step` and `/state` over HTTP; sockets are the same (PROTOCOL §1.1). */
export type ServerMode = "simulation" | "production";

/** How environments run in workers. */
export interface WorkerExecutionOptions {
  readonly kind: "worker";
  /** Workers at once; sessions are spread over them, and each stays where it began. Default: one for each processor. */
  readonly poolSize?: number | undefined;
  /** Largest heap of a worker, in MiB. One that needs more is ended. Not on Bun, which has no such limit. Default: any. */
  readonly memoryLimitMb?: number | undefined;
  /** Where a worker can import the environment. Default: what its definition says. */
  readonly environment?: EnvironmentModule | undefined;
}

/** Options of a server. All are optional and independent of each other. */
export interface EnvServerOptions {
  /**
   * Sessions at once: 1 or more, or −1 for no limit. Default: variable `MAX_CONCURRENT_ENVS`, else the manifest, else 1.
   */
  readonly maxConcurrentEnvs?: number | undefined;
  /** Default: variable `OPENENV_MODE`, else `simulation`. */
  readonly mode?: ServerMode | undefined;
  /** Largest message or request body taken, in bytes. A larger one closes the socket with 1009. Default 16 MiB. */
  readonly maxMessageBytes?: number | undefined;
  /** A session without a message for this long is ended, in milliseconds; `null` never. Default `null`. */
  readonly idleTimeoutMs?: number | null | undefined;
  /** A session without a socket is ended after this long, in milliseconds; `null` never. Default 10 minutes. */
  readonly detachedTimeoutMs?: number | null | undefined;
  /**
   * How long the session of a client with `resume` waits for it when its socket has broken, in milliseconds; it keeps its
   * slot meanwhile. `null` refuses such clients, which then do without. Default 60 s.
   */
  readonly resumeWindowMs?: number | null | undefined;
  /** A silent socket is pinged after this long, in milliseconds; `null` never. Default 20 s. */
  readonly pingIntervalMs?: number | null | undefined;
  /**
   * A socket that has been silent this long after a ping is dropped and its session ended, in milliseconds. Default
   * 2 minutes, so that a trainer whose process is busy for a while keeps its episode.
   */
  readonly pingTimeoutMs?: number | undefined;
  /** Longest wait for running steps at shutdown, in milliseconds. Default 10 s. */
  readonly closeTimeoutMs?: number | undefined;
  /** Longest step, in milliseconds; `null` any. Default: the manifest, else `null`. See {@link HostedEnvironment}. */
  readonly stepTimeoutMs?: number | null | undefined;
  /**
   * Longest call of a tool, in milliseconds; `null` any. Default: 30 s for one that comes as a step, and any for one by
   * MCP, as in Python (PROTOCOL §3.2, §3.5).
   */
  readonly toolTimeoutMs?: number | null | undefined;
  /**
   * `worker` runs the environments in a pool of workers, so that one that blocks its thread holds up only the sessions
   * beside it, and a step that never comes back is ended by `stepTimeoutMs`. A worker that crashes or has to be ended
   * takes its sessions with it: `SESSION_ERROR`. Default: variable `OPENENV_EXECUTION`, else the manifest, else
   * `inline`.
   */
  readonly execution?: "inline" | "worker" | WorkerExecutionOptions | undefined;
  /** Steps of all sessions that run at once; more wait in order. Default: no limit. */
  readonly maxConcurrentSteps?: number | undefined;
  /** Lets callers wait for a slot instead of refusing them: how many, and how long, in milliseconds. Default: none. */
  readonly queue?: { readonly max: number; readonly timeoutMs: number } | undefined;
  /**
   * Fields left out of every observation that is sent, such as heavy ones that nobody here needs; a reset may name more
   * for its episode (`omit`). Only fields that the observation's schema does not require. Default: none.
   */
  readonly omit?: readonly string[] | undefined;
  /** Slots shared with other servers, which are asked for each session; `maxConcurrentEnvs` counts over all of them. */
  readonly slots?: SharedSlots | undefined;
  /** Whether error messages of environment code are sent to clients. Default `true`, as the Python server does. */
  readonly exposeErrors?: boolean | undefined;
  /** What becomes of reset parameters the environment does not declare. Default `ignore`, as PROTOCOL §2.7 says. */
  readonly unknownResetParams?: "ignore" | "reject" | undefined;
  /**
   * Bearer tokens, one of which every request and socket must bring, but for `/health`: 401 else, and a socket is refused.
   * Default: variable `OPENENV_TOKEN`, else none is asked for.
   */
  readonly auth?: { readonly tokens: readonly string[] } | undefined;
  /** The address that is listened on, where it is known: it decides the default of {@link allowedHosts}. */
  readonly hostname?: string | undefined;
  /**
   * Names that requests may call the server by, in their header `Host`, beside those of this machine; `*` is any. Others
   * are refused with 403. Default: variable `OPENENV_ALLOWED_HOSTS`, separated by commas; else none on a server that
   * listens on a loopback address, and any elsewhere.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /**
   * Origins of web pages that may use the server from elsewhere: `https://host`, or `*` for any. Browsers let them read
   * its answers (CORS), and where hosts are checked their requests and sockets pass. Default: variable
   * `OPENENV_ALLOWED_ORIGINS`, separated by commas; else none.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Told what happens, with the ids of session and episode. Default: variable `OPENENV_LOG` where `serve` serves, else none. */
  readonly logger?: Logger | undefined;
  /** Environment variables to read instead of the process's own. */
  readonly variables?: Readonly<Record<string, string | undefined>> | undefined;
}

/** A timer set for longer fires at once, on every runtime. */
export const LONGEST_TIMER_MS: number = 2 ** 31 - 1;

/** Where environments run. */
export type ExecutionSettings = { readonly kind: "inline" } | WorkerExecutionOptions;

/** {@link EnvServerOptions} with everything decided. */
export interface ServerSettings {
  /** `Infinity` when there is no limit. */
  readonly maxSessions: number;
  readonly mode: ServerMode;
  readonly maxMessageBytes: number;
  readonly idleTimeoutMs: number | null;
  readonly detachedTimeoutMs: number | null;
  /** `null` where no session is resumed. */
  readonly resumeWindowMs: number | null;
  readonly pingIntervalMs: number | null;
  readonly pingTimeoutMs: number;
  readonly closeTimeoutMs: number;
  readonly stepTimeoutMs: number | null;
  /** `undefined` where each dialect has a default of its own. */
  readonly toolTimeoutMs: number | null | undefined;
  readonly execution: ExecutionSettings;
  /** `Infinity` when there is no limit. */
  readonly maxConcurrentSteps: number;
  readonly queue: { readonly max: number; readonly timeoutMs: number } | undefined;
  readonly omit: readonly string[];
  readonly slots: SharedSlots | undefined;
  readonly exposeErrors: boolean;
  readonly unknownResetParams: "ignore" | "reject";
  /** `undefined` where no token is asked for. */
  readonly tokens: AccessTokens;
  /** `undefined` where a server may be called by any name. */
  readonly allowedHosts: readonly string[] | undefined;
  readonly allowedOrigins: readonly string[];
  readonly logger: Logger | undefined;
}

/**
 * Decides every setting.
 *
 * @throws InvalidArgumentError naming the option or variable that holds an invalid value
 */
export function resolveSettings(options: EnvServerOptions, manifest: EnvManifest): ServerSettings {
  const variables = options.variables ?? processVariables();
  return {
    maxSessions: resolveMaxSessions(options, variables, manifest),
    mode: resolveMode(options, variables),
    maxMessageBytes: positive("maxMessageBytes", options.maxMessageBytes ?? SERVER_MAX_MESSAGE_BYTES),
    idleTimeoutMs: durationOrNull("idleTimeoutMs", options.idleTimeoutMs, null),
    detachedTimeoutMs: durationOrNull("detachedTimeoutMs", options.detachedTimeoutMs, 600_000),
    resumeWindowMs: durationOrNull("resumeWindowMs", options.resumeWindowMs, 60_000),
    pingIntervalMs: durationOrNull("pingIntervalMs", options.pingIntervalMs, PING_INTERVAL_MS),
    pingTimeoutMs: duration("pingTimeoutMs", options.pingTimeoutMs ?? 120_000),
    closeTimeoutMs: duration("closeTimeoutMs", options.closeTimeoutMs ?? 10_000),
    stepTimeoutMs: durationOrNull("stepTimeoutMs", options.stepTimeoutMs, manifest.stepTimeoutMs ?? null),
    toolTimeoutMs:
      options.toolTimeoutMs === undefined ? undefined : durationOrNull("toolTimeoutMs", options.toolTimeoutMs, null),
    execution: resolveExecution(options, variables, manifest),
    maxConcurrentSteps: atLeastOne("maxConcurrentSteps", options.maxConcurrentSteps ?? Number.POSITIVE_INFINITY),
    queue: options.queue && {
      max: atLeastOne("queue.max", options.queue.max),
      timeoutMs: duration("queue.timeoutMs", options.queue.timeoutMs),
    },
    omit: resolveOmit(options.omit ?? [], manifest),
    slots: options.slots,
    exposeErrors: options.exposeErrors ?? true,
    unknownResetParams: options.unknownResetParams ?? "ignore",
    tokens: resolveTokens(options, variables),
    allowedHosts: resolveHosts(options, variables),
    allowedOrigins: options.allowedOrigins ?? listOf(variables["OPENENV_ALLOWED_ORIGINS"]) ?? [],
    logger: options.logger,
  };
}

/** The process's environment variables, or none where there is no process. */
export function processVariables(): Readonly<Record<string, string | undefined>> {
  return (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env ?? {};
}

type Variables = Readonly<Record<string, string | undefined>>;

function resolveMaxSessions(options: EnvServerOptions, variables: Variables, manifest: EnvManifest): number {
  const variable = variables["MAX_CONCURRENT_ENVS"];
  if (options.maxConcurrentEnvs !== undefined) return sessionLimit("maxConcurrentEnvs", options.maxConcurrentEnvs);
  if (variable !== undefined && variable !== "") {
    const isInteger = /^-?\d+$/.test(variable);
    return sessionLimit("MAX_CONCURRENT_ENVS", isInteger ? Number(variable) : Number.NaN, variable);
  }
  return sessionLimit("maxConcurrentEnvs of the manifest", manifest.maxConcurrentEnvs ?? 1);
}

function sessionLimit(name: string, limit: number, written = String(limit)): number {
  if (limit === -1) return Number.POSITIVE_INFINITY;
  if (Number.isSafeInteger(limit) && limit >= 1) return limit;
  throw new InvalidArgumentError(
    name,
    `${name} is "${written}". It must be a whole number of at least 1, or -1 for no limit.`,
  );
}

function resolveOmit(omit: readonly string[], { jsonSchema }: EnvManifest): readonly string[] {
  const fields = new OmittableFields(jsonSchema.observation);
  for (const field of omit) {
    const problem = fields.problemOf(field);
    if (problem !== undefined) throw new InvalidArgumentError("omit", `omit: ${problem}`, { details: { field } });
  }
  return omit;
}

function resolveMode(options: EnvServerOptions, variables: Variables): ServerMode {
  const name = options.mode === undefined ? "OPENENV_MODE" : "mode";
  const written: unknown = options.mode ?? (variables["OPENENV_MODE"] || "simulation");
  const mode = String(written).toLowerCase();
  if (mode === "simulation" || mode === "production") return mode;
  throw new InvalidArgumentError(name, `${name} is "${String(written)}". It must be "simulation" or "production".`);
}

function resolveExecution(
  { execution }: EnvServerOptions,
  variables: Variables,
  manifest: EnvManifest,
): ExecutionSettings {
  if (typeof execution === "object" && execution.kind === "worker") {
    const { poolSize, memoryLimitMb } = execution;
    if (poolSize !== undefined) atLeastOne("execution.poolSize", poolSize);
    if (memoryLimitMb !== undefined) positive("execution.memoryLimitMb", memoryLimitMb);
    return execution;
  }
  const name = execution === undefined ? "OPENENV_EXECUTION" : "execution";
  const kind: unknown = execution ?? (variables["OPENENV_EXECUTION"] || (manifest.execution ?? "inline"));
  if (kind === "inline" || kind === "worker") return { kind };
  const written = typeof kind === "string" ? `"${kind}"` : "neither a name nor options";
  throw new InvalidArgumentError(name, `${name} is ${written}. It must be "inline" or "worker".`);
}

/** No token at all would let nobody in, and an empty one everybody: both are mistakes. */
function resolveTokens({ auth }: EnvServerOptions, variables: Variables): AccessTokens {
  const variable = variables["OPENENV_TOKEN"];
  if (auth === undefined) return variable === undefined || variable === "" ? undefined : [checkToken(variable)];
  if (auth.tokens.length === 0) throw new InvalidArgumentError("auth.tokens", "auth.tokens is empty.");
  return auth.tokens.map(checkToken);
}

function checkToken(token: string): string {
  if (typeof token === "string" && /^\S+$/.test(token)) return token;
  // The token itself is a secret and not named.
  throw new InvalidArgumentError("auth.tokens", "A token must be a text of at least one character, without spaces.");
}

function resolveHosts(
  { allowedHosts, hostname }: EnvServerOptions,
  variables: Variables,
): readonly string[] | undefined {
  const listed = allowedHosts ?? listOf(variables["OPENENV_ALLOWED_HOSTS"]);
  return listed ?? (hostname !== undefined && isLoopbackName(hostname) ? [] : undefined);
}

function listOf(variable: string | undefined): readonly string[] | undefined {
  if (variable === undefined || variable.trim() === "") return undefined;
  return variable.split(",").map((part) => part.trim());
}

function positive(name: string, value: number): number {
  if (typeof value === "number" && value > 0) return value;
  throw new InvalidArgumentError(name, `${name} is ${String(value)}. It must be a number above 0.`);
}

function atLeastOne(name: string, value: number): number {
  if (value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && value >= 1)) return value;
  throw new InvalidArgumentError(name, `${name} is ${String(value)}. It must be a whole number of at least 1.`);
}

function duration(name: string, value: number): number {
  return Math.min(positive(name, value), LONGEST_TIMER_MS);
}

function durationOrNull(name: string, value: number | null | undefined, fallback: number | null): number | null {
  const chosen = value === undefined ? fallback : value;
  return chosen === null ? null : duration(name, chosen);
}
