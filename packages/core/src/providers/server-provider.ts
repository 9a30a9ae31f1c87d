/**
 * What all providers have in common: one server at a time, and nothing left behind whatever happens. Subclasses say how
 * a server is launched.
 */
import { ProviderError, type ProviderStage } from "../errors/provider-error.ts";
import { BlockingProvider, type BlockingStartOptions, type BlockingWaitOptions } from "../sync/blocking-provider.ts";
import { Cleanup } from "./cleanup.ts";
import { probeHealth } from "./health-probe.ts";
import { checkOptionNames } from "./option-check.ts";
import type {
  Provider,
  ProviderDescription,
  ProviderEndpoint,
  ProviderProgress,
  StartOptions,
  WaitOptions,
} from "./provider.ts";
import type { LaunchContext, RunningServer } from "./running-server.ts";
import { checkLimit, TimeLimit } from "./time-limit.ts";
import { waitUntilHealthy } from "./wait-until-healthy.ts";

/** What every provider's constructor takes. */
export interface ProviderOptions {
  /** Longest start, in milliseconds: downloads and builds are part of it. Default 10 minutes. */
  readonly startTimeoutMs?: number | undefined;
  /** Longest wait for a healthy server, in milliseconds. Each provider says its default. */
  readonly readyTimeoutMs?: number | undefined;
  /** Told what is being done. Left out where a blocking caller has the provider made in another thread. */
  readonly onProgress?: ((progress: ProviderProgress) => void) | undefined;
}

/** What a subclass says about itself. */
export interface ProviderTraits {
  /** `import.meta.url` of the subclass's module, and the name of the class there. */
  readonly module: string;
  readonly className: string;
  readonly readyTimeoutMs: number;
  /** The subclass's own options, for the check of names. */
  readonly optionNames: readonly string[];
}

const START_TIMEOUT_MS = 600_000;

/** A server's connections break before the system tells that it has ended: how long to wait for that, in milliseconds. */
const END_NEWS_MS = 1000;

/** One started server, or one that is just starting. */
interface Run {
  readonly cleanup: Cleanup;
  readonly limit: TimeLimit;
  /** Settles when the launch adds no more to the cleanup. */
  launched: Promise<unknown>;
  server: RunningServer | undefined;
  isReady: boolean;
  stopping: Promise<void> | undefined;
  readonly waits: Set<TimeLimit>;
}

export abstract class ServerProvider<Options extends ProviderOptions> implements Provider, Disposable {
  abstract readonly kind: string;
  protected readonly options: Options;
  readonly describe?: () => ProviderDescription;
  readonly #traits: ProviderTraits;
  #run: Run | undefined;
  #twin: BlockingProvider | undefined;

  /** @throws InvalidArgumentError for an option that does not exist or a limit that is no positive number */
  protected constructor(options: Options, traits: ProviderTraits) {
    const known = ["startTimeoutMs", "readyTimeoutMs", "onProgress", ...traits.optionNames];
    checkOptionNames(traits.className, options, known);
    checkLimit("startTimeoutMs", options.startTimeoutMs);
    checkLimit("readyTimeoutMs", options.readyTimeoutMs);
    this.options = options;
    this.#traits = traits;
    const { onProgress: _, ...plain } = options;
    if (Object.values(plain).every((value) => typeof value !== "function"))
      this.describe = () => ({ module: traits.module, export: traits.className, options: plain });
  }

  /** Starts a server and gives its cleanup to the context, also for what it has made when it fails. */
  protected abstract launch(source: string | undefined, context: LaunchContext): Promise<RunningServer>;

  get baseUrl(): string | undefined {
    const own = this.#run?.stopping === undefined ? this.#run?.server?.endpoint.baseUrl : undefined;
    return own ?? this.#twin?.baseUrl;
  }

  /** As `start`, for callers that do not `await`: the provider is made anew in another thread. */
  startSync(source?: string, options: BlockingStartOptions = {}): ProviderEndpoint {
    if (this.#run !== undefined) throw this.#inUse();
    this.#twin ??= BlockingProvider.of(this);
    return this.#twin.start(source, options);
  }

  /** As `waitForReady`, for a server that `startSync` has started. */
  waitForReadySync(options: BlockingWaitOptions = {}): void {
    if (this.#twin === undefined) throw this.#noServer("startSync");
    this.#twin.waitForReady(options);
  }

  /** As `logs`, for a server that `startSync` has started. */
  logsSync(): string {
    return this.#twin?.logs() ?? "";
  }

  /** As `stop`, for a server that `startSync` has started. */
  stopSync(): void {
    this.#twin?.stop();
  }

  [Symbol.dispose](): void {
    this.stopSync();
  }

  async start(source?: string, options: StartOptions = {}): Promise<ProviderEndpoint> {
    if (this.#run !== undefined || this.#twin?.baseUrl !== undefined) throw this.#inUse();
    const limit = new TimeLimit("started server", options, this.options.startTimeoutMs ?? START_TIMEOUT_MS);
    const run: Run = {
      cleanup: new Cleanup(),
      limit,
      launched: Promise.resolve(),
      server: undefined,
      isReady: false,
      stopping: undefined,
      waits: new Set(),
    };
    this.#run = run;
    const progress = (stage: ProviderStage, message: string): void => {
      this.options.onProgress?.({ stage, message });
      options.onProgress?.({ stage, message });
    };
    try {
      const launch = this.launch(source, { signal: limit.signal, cleanup: run.cleanup, progress });
      run.launched = launch.catch(() => {});
      const server = await launch;
      limit.throwIfReached();
      run.server = server;
      return server.endpoint;
    } catch (error) {
      throw await this.#endAfter(error, run);
    } finally {
      limit.release();
    }
  }

  async waitForReady(options: WaitOptions = {}): Promise<void> {
    const run = this.#run;
    if (run?.server === undefined || run.stopping !== undefined) throw this.#noServer("start");
    const limit = new TimeLimit("healthy server", options, this.options.readyTimeoutMs ?? this.#traits.readyTimeoutMs);
    run.waits.add(limit);
    try {
      await waitUntilHealthy(this.kind, run.server, limit);
      run.isReady = true;
    } catch (error) {
      throw await this.#endAfter(error, run);
    } finally {
      run.waits.delete(limit);
      limit.release();
    }
  }

  async logs(): Promise<string> {
    return (await this.#run?.server?.logs()) ?? "";
  }

  async explainEnd(): Promise<Error | undefined> {
    try {
      return await this.#run?.server?.end(END_NEWS_MS);
    } catch {
      return undefined;
    }
  }

  async stop(): Promise<void> {
    if (this.#run !== undefined) await this.#end(this.#run, true);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  #inUse(): ProviderError {
    return new ProviderError("start", `This ${this.kind} provider has a server already. Stop it, or make another one.`);
  }

  #noServer(method: string): ProviderError {
    return new ProviderError("ready", `This ${this.kind} provider has no server. Call ${method}() first.`);
  }

  /** Ends the run, and gives the error to throw: the one that led to it, and whether something is left behind. */
  async #endAfter(error: unknown, run: Run): Promise<unknown> {
    try {
      await this.#end(run, false);
      return error;
    } catch (left) {
      const messages = [error, left].map((each) => (each instanceof Error ? each.message : String(each)));
      return new ProviderError("stop", messages.join("\nAnd then: "), { cause: error });
    }
  }

  #end(run: Run, isWanted: boolean): Promise<void> {
    run.stopping ??= this.#cleanUp(run, isWanted);
    return run.stopping;
  }

  /** Whoever else waits for the server is told first. */
  async #cleanUp(run: Run, isWanted: boolean): Promise<void> {
    const stopped = new ProviderError("stop", `The ${this.kind} provider was stopped.`);
    for (const limit of [run.limit, ...run.waits]) limit.abort(stopped);
    await run.launched;
    try {
      // A server that does not answer yet does not heed a signal either, as the first process of a container.
      const atOnce = !isWanted || !(run.isReady || (await isHealthy(run.server)));
      await run.cleanup.run(atOnce);
    } finally {
      if (this.#run === run) this.#run = undefined;
    }
  }
}

async function isHealthy(server: RunningServer | undefined): Promise<boolean> {
  return server !== undefined && (await probeHealth(server.endpoint, AbortSignal.timeout(500))) === undefined;
}
