/**
 * What a server and a worker that holds environments say to each other. Everything survives `structuredClone`.
 */
import type { CarriedError } from "../errors/carried-error.ts";
import type { EnvironmentModule, TaskProvider } from "../server/environment.ts";

/** To the worker. What has an `id` is answered by a {@link WorkerAnswer}. */
export type WorkerRequest =
  /** Imports the environment and runs its author's `setup`. The first request. */
  | { readonly type: "load"; readonly id: number; readonly module: EnvironmentModule; readonly name: string }
  | { readonly type: "make"; readonly id: number; readonly session: number; readonly sessionId: string }
  | WorkerCall
  /** Aborts the signal of a session's running call. */
  | { readonly type: "abort"; readonly session: number; readonly reason: CarriedError }
  /** Closes the environment of a session. */
  | { readonly type: "close"; readonly id: number; readonly session: number }
  | {
      readonly type: "tasks";
      readonly id: number;
      readonly method: keyof TaskProvider;
      readonly args: readonly unknown[];
    }
  /** Asks for the numbers of the calls that have not returned. */
  | { readonly type: "running"; readonly id: number }
  /** Asks for a sign of life. */
  | { readonly type: "ping"; readonly id: number }
  /** Runs the author's `close`. The last request. */
  | { readonly type: "stop"; readonly id: number };

/** A call of an environment, with what its context has to know of the episode. */
export interface WorkerCall {
  readonly type: "call";
  readonly id: number;
  readonly session: number;
  /** `tool` is called with its name and its arguments, the others with one argument or none. */
  readonly method: "reset" | "step" | "state" | "tool";
  readonly args: readonly unknown[];
  readonly episodeId: string | null;
  readonly stepCount: number;
}

/** From the worker: the number of a call means that it begins now. */
export type WorkerReply = number | WorkerAnswer;

export type WorkerAnswer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: CarriedError }
  /** The call has returned, and what it gave cannot leave the worker. */
  | { readonly id: number; readonly unsendable: CarriedError };

/** The last message of a worker that is a process, and has to say itself why it ends. */
export interface WorkerCrash {
  readonly crash: CarriedError;
}

/** What is told of an environment that was made. */
export interface MadeEnvironment {
  /** Whether it has a state of its own. */
  readonly state: boolean;
}
