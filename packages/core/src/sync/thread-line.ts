/**
 * The line of a blocking client: a channel in the worker, made when it is first needed. The rules about lost sessions
 * are those of the async client; this adds that a worker may be lost too.
 */
import type { ClientSetup } from "../client/client-setup.ts";
import type { Line, OwnedServer } from "../client/line.ts";
import { duration, type SyncCallOptions } from "../client/options.ts";
import { needsSession, type ReadReply, type RequestKind } from "../client/pending-request.ts";
import { serverEnded, type SessionLoss, sessionLost } from "../client/session-loss.ts";
import { ClientClosedError, SessionLostError, SyncUnsupportedError, TimeoutError } from "../errors/local-errors.ts";
import { parseReply } from "../protocol/reply.ts";
import { CLOSE_TIMEOUT_MS } from "../transport/transport.ts";
import type { EnvTypes, JsonObject } from "../types.ts";
import { clientThread } from "./client-thread.ts";
import { refuseServerOfThisThread } from "./own-server.ts";
import { NoAnswerError, type Thread, type ThreadCallOptions, ThreadEndedError } from "./thread.ts";

/** A channel in a worker. */
interface Remote {
  readonly thread: Thread;
  readonly target: number;
}

export class ThreadLine<T extends EnvTypes> implements Line<"sync"> {
  readonly #setup: ClientSetup<T>;
  readonly #server: OwnedServer<"sync"> | undefined;
  /** The longest that a call without a limit of its own can take. */
  readonly #limits: ThreadCallOptions;
  #remote: Remote | undefined;
  /** Set when the session went with its worker, until a reset has made a new one. */
  #loss: SessionLoss | undefined;
  #closed = false;

  constructor(setup: ClientSetup<T>, server: OwnedServer<"sync"> | undefined) {
    this.#setup = setup;
    this.#server = server;
    this.#limits = { limitMs: setup.settings.connectTimeoutMs + setup.settings.messageTimeoutMs };
  }

  request(kind: RequestKind, text: string, read: ReadReply, options: SyncCallOptions | undefined): unknown {
    const timeoutMs = options === undefined ? undefined : limitOf(options);
    if (this.#closed) throw new ClientClosedError();
    if (this.#loss !== undefined && needsSession(kind)) throw sessionLost(this.#loss);
    const reply = this.#call(kind, text, timeoutMs);
    if (kind === "connect") return undefined;
    if (kind === "reset") this.#loss = undefined;
    return read(this.#dataOf(kind, reply), reply);
  }

  refuse(error: unknown): never {
    throw error;
  }

  close(): void {
    this.#closed = true;
    const remote = this.#remote;
    this.#remote = undefined;
    if (remote !== undefined) closeChannel(remote);
    // Asked for at every close: a stop that failed is tried again.
    this.#server?.stop();
  }

  #call(kind: RequestKind, text: string, timeoutMs: number | undefined): string {
    let left = timeoutMs;
    try {
      if (this.#remote === undefined) {
        // To start the worker is part of the call.
        const since = performance.now();
        this.#remote = this.#open(timeoutMs);
        if (timeoutMs !== undefined) left = Math.max(1, Math.round(timeoutMs - (performance.now() - since)));
      }
      const { thread, target } = this.#remote;
      return thread.callText(target, kind, text, left, left === undefined ? this.#limits : { limitMs: left });
    } catch (error) {
      throw this.#explained(this.#failed(kind, error, timeoutMs));
    }
  }

  /** The worker has only skimmed the reply: that it is no JSON is found here, and ends the session as it would there. */
  #dataOf(kind: RequestKind, reply: string): JsonObject {
    try {
      return parseReply(reply).data;
    } catch (error) {
      this.#giveUp(kind, (error as Error).message, error as Error);
      throw error;
    }
  }

  #open(startMs: number | undefined): Remote {
    const { url, settings } = this.#setup;
    refuseServerOfThisThread(url);
    const { validate: _, maxSendBytes: __, ...options } = settings;
    const thread = clientThread(startMs);
    return { thread, target: thread.open("channel", [url.socketUrl("/ws"), options]) };
  }

  /** What a call throws that failed. Where the worker failed it, the session is given up. */
  #failed(kind: RequestKind, error: unknown, timeoutMs: number | undefined): unknown {
    if (error instanceof ThreadEndedError) return sessionLost(this.#giveUp(kind, error.message, error));
    if (!(error instanceof NoAnswerError)) return error;
    let lost = "";
    if (this.#remote !== undefined) {
      // A late answer must never pass for another call's.
      this.#giveUp(kind, `a call of ${kind} was given up before its reply had come`, error);
      lost = " The session was given up.";
    }
    const option = timeoutMs === undefined ? "connectTimeoutMs + messageTimeoutMs" : "timeoutMs";
    const limitMs = timeoutMs ?? this.#limits.limitMs;
    return new TimeoutError(`No reply to ${kind} within ${option} (${limitMs} ms), nor a word of its worker.${lost}`, {
      cause: error,
      details: { call: kind, option, limitMs },
    });
  }

  #giveUp(call: RequestKind, why: string, cause: Error): SessionLoss {
    if (this.#remote !== undefined) this.#remote.thread.drop(this.#remote.target);
    this.#remote = undefined;
    this.#loss = { why: why.replace(/\.$/, ""), cause, details: { call } };
    return this.#loss;
  }

  /** Adds to the loss of a session what became of the server that was started for it. */
  #explained(error: unknown): unknown {
    const end = error instanceof SessionLostError ? this.#server?.explainEnd() : undefined;
    return end === undefined ? error : serverEnded(error as SessionLostError, end);
  }
}

/** @throws SyncUnsupportedError for a signal: nothing can abort it while this thread is blocked */
function limitOf(options: SyncCallOptions): number | undefined {
  const { signal, timeoutMs } = options as SyncCallOptions & { readonly signal?: unknown };
  if (signal !== undefined) {
    throw new SyncUnsupportedError("A blocking call takes no signal: nothing can abort it meanwhile. Give timeoutMs.");
  }
  return timeoutMs === undefined ? undefined : duration("timeoutMs", timeoutMs);
}

function closeChannel({ thread, target }: Remote): void {
  try {
    thread.call(target, "close", [], { limitMs: CLOSE_TIMEOUT_MS });
  } catch (error) {
    // A worker that has ended, or does not answer, has no session any more.
    if (!(error instanceof ThreadEndedError || error instanceof NoAnswerError)) throw error;
  }
  thread.drop(target);
}
