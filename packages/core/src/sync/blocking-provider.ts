/**
 * A provider for blocking callers: made anew in a worker of its own, from its description. The worker is not the one of
 * the clients, since a provider may run code that nobody here has seen.
 */
import type { LaunchLimits } from "../client/launch-server.ts";
import type { OwnedServer } from "../client/line.ts";
import { isProvider, type ProviderSource } from "../client/load-provider.ts";
import { duration } from "../client/options.ts";
import { SyncUnsupportedError, TimeoutError } from "../errors/local-errors.ts";
import { ProviderError, type ProviderStage } from "../errors/provider-error.ts";
import type { Provider, ProviderDescription, ProviderEndpoint, ProviderProgress } from "../providers/provider.ts";
import { type CarriedError, reviveError } from "../errors/carried-error.ts";
import { NoAnswerError, Thread, type ThreadCallOptions, ThreadEndedError } from "./thread.ts";

/** Limits of a blocking wait. */
export interface BlockingWaitOptions {
  /** Longest wait, in milliseconds. Default: the provider's own. */
  readonly timeoutMs?: number | undefined;
}

/** Limits of a blocking start. */
export interface BlockingStartOptions extends BlockingWaitOptions {
  /** Told what is being done. What it throws ends the start. */
  readonly onProgress?: ((progress: ProviderProgress) => void) | undefined;
}

type Limits = Omit<ThreadCallOptions, "patient">;

/** A provider may do what blocks its thread, a download perhaps, but not for longer than this, in milliseconds. */
const SILENCE_MS = 600_000;

/** Longest silence of a worker that is to stop a server, in milliseconds. */
const STOP_MS = 60_000;

const twins = new WeakMap<Provider, BlockingProvider>();

/** Each method does, and throws, what the provider's own of that name does. One server at a time. */
export class BlockingProvider implements OwnedServer<"sync"> {
  readonly #description: ProviderDescription;
  #remote: { readonly thread: Thread; readonly target: number } | undefined;
  #baseUrl: string | undefined;

  private constructor(description: ProviderDescription) {
    this.#description = description;
  }

  /**
   * The blocking form of a provider: the same one each time.
   *
   * @throws SyncUnsupportedError when the provider cannot be made anew
   */
  static of(source: ProviderSource): BlockingProvider {
    if (!isProvider(source)) return new BlockingProvider(plainDescription(source));
    let twin = twins.get(source);
    if (twin === undefined) {
      twin = new BlockingProvider(descriptionOf(source));
      twins.set(source, twin);
    }
    return twin;
  }

  /** The URL of the server that was started by this; `undefined` before the start and after the stop. */
  get baseUrl(): string | undefined {
    return this.#baseUrl;
  }

  start(source?: string, { timeoutMs, onProgress }: BlockingStartOptions = {}): ProviderEndpoint {
    const limits = limitsOf(timeoutMs, onProgress);
    return this.#begin("start", [source, timeoutMs], limits);
  }

  /** Starts, and waits until the server is healthy. */
  launch(source: string | undefined, { timeoutMs, readyTimeoutMs, onProgress }: LaunchLimits): ProviderEndpoint {
    const limits = limitsOf(timeoutMs, onProgress);
    return this.#begin("launch", [source, { timeoutMs, readyTimeoutMs }], limits);
  }

  waitForReady({ timeoutMs }: BlockingWaitOptions = {}): void {
    if (this.#remote === undefined) throw new ProviderError("ready", "There is no server to wait for. Start it first.");
    try {
      this.#call("ready", "waitForReady", [timeoutMs], limitsOf(timeoutMs));
    } catch (error) {
      // The worker has stopped the server.
      this.#end();
      throw error;
    }
  }

  logs(): string {
    return this.#remote === undefined ? "" : (this.#call("run", "logs", [], limitsOf(STOP_MS)) as string);
  }

  stop(): void {
    this.#baseUrl = undefined;
    this.#call("stop", "stop", [], limitsOf(STOP_MS));
    this.#end();
  }

  explainEnd(): Error | undefined {
    if (this.#remote === undefined) return undefined;
    try {
      const end = this.#call("run", "explainEnd", [], limitsOf(STOP_MS)) as CarriedError | undefined;
      return end === undefined ? undefined : reviveError(end);
    } catch {
      return undefined;
    }
  }

  /** Starts in a new worker. On failure nothing is left, the worker included. */
  #begin(method: string, args: readonly unknown[], { limitMs, onEvent }: Limits): ProviderEndpoint {
    if (this.#remote !== undefined) {
      throw new ProviderError("start", "There is a server already. Stop it, or make another provider.");
    }
    const thread = startThread(limitMs);
    this.#remote = { thread, target: thread.open("provider", [this.#description]) };
    let telling = false;
    const tell = (progress: unknown): void => {
      telling = true;
      onEvent?.(progress);
      telling = false;
    };
    try {
      const endpoint = this.#call("start", method, args, { limitMs, onEvent: tell }) as ProviderEndpoint;
      this.#baseUrl = endpoint.baseUrl;
      return endpoint;
    } catch (error) {
      // A start that failed has cleaned up after itself; one that the caller ended goes on.
      if (telling) this.stop();
      this.#end();
      throw error;
    }
  }

  #end(): void {
    this.#remote?.thread.end();
    this.#remote = undefined;
    this.#baseUrl = undefined;
  }

  /** A worker that fails is ended: what it had started is cleaned up by whatever cleans up after a process. */
  #call(stage: ProviderStage, method: string, args: readonly unknown[], limits: Limits): unknown {
    if (this.#remote === undefined) return undefined;
    const { thread, target } = this.#remote;
    try {
      return thread.call(target, method, args, { ...limits, patient: true });
    } catch (error) {
      if (!(error instanceof ThreadEndedError || error instanceof NoAnswerError)) throw error;
      this.#end();
      if (error instanceof ThreadEndedError) throw new ProviderError(stage, error.message, { cause: error });
      throw noReaction(error, limits.limitMs);
    }
  }
}

/** @throws TimeoutError when there is less time than a start takes */
function startThread(limitMs: number): Thread {
  try {
    return new Thread({ silenceMs: SILENCE_MS, startMs: limitMs === Number.POSITIVE_INFINITY ? undefined : limitMs });
  } catch (error) {
    throw error instanceof NoAnswerError ? noReaction(error, limitMs) : error;
  }
}

function noReaction(cause: NoAnswerError, limitMs: number): TimeoutError {
  return new TimeoutError(`The provider's worker did not react within timeoutMs (${limitMs} ms).`, {
    cause,
    details: { timeoutMs: limitMs },
  });
}

function limitsOf(timeoutMs: number | undefined, onProgress?: (progress: ProviderProgress) => void): Limits {
  const limitMs = timeoutMs === undefined ? Number.POSITIVE_INFINITY : duration("timeoutMs", timeoutMs);
  return { limitMs, onEvent: onProgress as ((value: unknown) => void) | undefined };
}

function descriptionOf(provider: Provider): ProviderDescription {
  const description = provider.describe?.();
  if (description !== undefined) return plainDescription(description);
  throw new SyncUnsupportedError(
    `This ${provider.kind} provider cannot be made anew in another thread, since it has no describe(). Give the option ` +
      `provider as { module, export, options }, or use the async client.`,
  );
}

/** @throws SyncUnsupportedError when the options cannot be given to another thread, which takes data only */
function plainDescription({ module, export: name, options }: ProviderDescription): ProviderDescription {
  try {
    return { module, export: name, options: structuredClone(options) };
  } catch (error) {
    throw new SyncUnsupportedError(
      `The options of ${name} cannot be given to another thread: ${(error as Error).message}`,
      { cause: error },
    );
  }
}
