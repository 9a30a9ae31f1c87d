/**
 * What starts an environment's server somewhere: in a process, a container, a cluster. Types only, no code.
 */
import type { ProviderStage } from "../errors/provider-error.ts";

/** Where a started server is reached. */
export interface ProviderEndpoint {
  /** What a client connects to. */
  readonly baseUrl: string;
  /** Headers that every request to it needs, such as a token. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** What every wait takes. */
export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Longest wait, in milliseconds. */
  readonly timeoutMs?: number | undefined;
}

/** One step on the way to a running server. */
export interface ProviderProgress {
  readonly stage: ProviderStage;
  /** One line for a person; holds no secret. */
  readonly message: string;
}

/** What a start takes. */
export interface StartOptions extends WaitOptions {
  /** Told what is being done. What it throws ends the start. */
  readonly onProgress?: ((progress: ProviderProgress) => void) | undefined;
}

/** How to make the same provider in another thread: import `module`, take `export`, construct it with `options`. */
export interface ProviderDescription {
  /** A specifier or file URL that `import()` takes. */
  readonly module: string;
  readonly export: string;
  /** What the constructor takes; survives `structuredClone`. */
  readonly options: unknown;
}

/**
 * One server, from nothing to running to gone. Made without I/O; starts at most one server at a time, and may be started
 * again after a stop.
 */
export interface Provider extends AsyncDisposable {
  /** `process`, `docker`, …: for messages. */
  readonly kind: string;
  /** The started server's URL; `undefined` before the start and after the stop. Read-only. */
  readonly baseUrl: string | undefined;
  /**
   * Starts the server. It may not answer yet. When this rejects, nothing is left of what it had started.
   *
   * @param source what to run, in the provider's own terms: an image, a folder, a package. Left out where the
   * constructor has it
   */
  start(source?: string, options?: StartOptions): Promise<ProviderEndpoint>;
  /**
   * Resolves when `GET /health` says healthy; rejects, with the last lines of the log, when that cannot be any more.
   * After a rejection the server is stopped and removed.
   */
  waitForReady(options?: WaitOptions): Promise<void>;
  /** What the server has written so far, as far as it is kept, without secrets. */
  logs(): Promise<string>;
  /** Stops and removes what was started, and waits for it. Nothing to stop is no error. */
  stop(): Promise<void>;
  /** Left out by a provider that cannot be made anew from plain data; a blocking caller cannot use it then. */
  describe?(): ProviderDescription;
  /**
   * Why the server runs no more, with its last lines; `undefined` while it runs, or when nobody knows. Waits a moment for
   * a server that is just ending. Never rejects.
   */
  explainEnd?(): Promise<Error | undefined>;
}
