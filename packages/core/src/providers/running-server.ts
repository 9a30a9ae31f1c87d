/**
 * What a kind of provider gives and gets: the part of a start that differs. Types only.
 */
import type { ProviderError, ProviderStage } from "../errors/provider-error.ts";
import type { Cleanup } from "./cleanup.ts";
import type { ProviderEndpoint } from "./provider.ts";

/** A server that was started. How it is stopped stands in the {@link LaunchContext}'s cleanup. */
export interface RunningServer {
  readonly endpoint: ProviderEndpoint;
  /** What the server has written, without secrets. */
  logs(): Promise<string>;
  /**
   * The error that says how the server ended; `undefined` while it runs.
   *
   * @param patienceMs how long to wait for a server that is just ending, in milliseconds
   */
  end(patienceMs: number): Promise<ProviderError | undefined>;
  /** Settles when the server has ended, where that is told without asking. */
  readonly ended?: Promise<unknown>;
}

/** What a launch works with. */
export interface LaunchContext {
  /** Aborted by the caller, by its time limit, or by `stop()`. A launch rejects with its reason. */
  readonly signal: AbortSignal;
  /** Everything a launch makes gets its undoing here at once: it runs at the stop, and when the launch fails. */
  readonly cleanup: Cleanup;
  readonly progress: (stage: ProviderStage, message: string) => void;
}
