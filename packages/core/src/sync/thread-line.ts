/**
 * The line of a blocking client: a channel in the worker, made when it is first needed. The rules about lost sessions
 * are those of the async client; this adds that a worker may be lost too.
 */
import type { ClientSetup } from "../client/client-setup.ts";
import { type Flow, type ItemFlow, iterateFlowSync, runFlowSync } from "../client/flow.ts";
import type { HttpAnswer, HttpQuestion } from "../client/http-question.ts";
import type { Line, Message, Outcome, OwnedServer } from "../client/line.ts";
import { duration, type SyncCallOptions } from "../client/options.ts";
import { needsSession, type ReadReply, type RequestKind } from "../client/pending-request.ts";
import { serverEnded, type SessionLoss, sessionLost } from "../client/session-loss.ts";
import { ClientClosedError, SessionLostError, SyncUnsupportedError, TimeoutError } from "../errors/local-errors.ts";
import { parseReply } from "../protocol/reply.ts";
import { CLOSE_TIMEOUT_MS } from "../transport/transport.ts";
import type { EnvTypes, JsonObject } from "../types.ts";
import { type CarriedError, reviveError } from "../errors/carried-error.ts";
import { clientThread } from "./client-thread.ts";
import { refuseServerOfThisThread } from "./own-server.ts";
import { NoAnswerError, type Thread, type ThreadCallOptions, ThreadEndedError } from "./thread.ts";

/** The text of a reply, or what came of the call instead. */
type CarriedOutcome = string | CarriedError;

/** A channel in a worker. */
interface Remote {
  readonly thread: Thread;
  readonly target: number;
}

export class ThreadLine<T extends EnvTypes> implements Line<"sync"> {
  readonly #setup: ClientSetup<T>;
  readonly #server: OwnedServer<"sync"> | undefined;
  #remote: Remote | undefined;
  /** Set when the session went with its worker, until a reset has made a new one. */
  #loss: SessionLoss | undefined;
  #closed = false;

  constructor(setup: ClientSetup<T>, server: OwnedServer<"sync"> | undefined) {
    this.#setup = setup;
    this.#server = server;
  }

  request(kind: RequestKind, text: string, read: ReadReply, options: SyncCallOptions | undefined): unknown {
    const timeoutMs = options === undefined ? undefined : limitOf(options);
    this.use();
    if (this.#loss !== undefined && needsSession(kind)) throw sessionLost(this.#loss);
    const reply = this.#call(kind, timeoutMs, 1, ({ thread, target }, left, limits) =>
      thread.callText(target, kind, text, left, limits),
    );
    if (kind === "connect") return undefined;
    if (kind === "reset") this.#loss = undefined;
    return read(this.#dataOf(kind, reply), reply);
  }

  requestAll(
    kind: RequestKind,
    messages: readonly Message[],
    options: SyncCallOptions | undefined,
  ): readonly Outcome[] {
    const timeoutMs = options === undefined ? undefined : limitOf(options);
    const texts = messages.map(({ text }) => text);
    let replies: readonly CarriedOutcome[];
    try {
      this.use();
      if (this.#loss !== undefined && needsSession(kind)) throw sessionLost(this.#loss);
      replies = this.#call(kind, timeoutMs, texts.length, ({ thread, target }, left, limits) =>
        thread.call(target, "answerAll", [kind, texts, left], limits),
      ) as readonly CarriedOutcome[];
    } catch (error) {
      return messages.map(() => ({ error }));
    }
    return replies.map((reply, index) => {
      if (typeof reply !== "string") return { error: this.#explained(reviveError(reply)) };
      try {
        return { value: messages[index]?.read(this.#dataOf(kind, reply), reply) };
      } catch (error) {
        return { error };
      }
    });
  }

  ask(question: HttpQuestion, options: SyncCallOptions = {}): HttpAnswer {
    const timeoutMs = limitOf(options);
    this.use();
    return this.#call("ask", timeoutMs, 1, ({ thread, target }, left, limits) =>
      thread.call(target, "ask", [question, left], limits),
    ) as HttpAnswer;
  }

  use(): void {
    if (this.#closed) throw new ClientClosedError();
  }

  run<Result>(flow: Flow<Result>): Result {
    return runFlowSync(flow);
  }

  iterate<Value>(flow: ItemFlow): Generator<Value, void, undefined> {
    return iterateFlowSync(flow);
  }

  refuse(error: unknown): never {
    throw error;
  }

  /** The other sessions have ended by now. */
  close(): void {
    this.#closed = true;
    const remote = this.#remote;
    this.#remote = undefined;
    if (remote !== undefined) closeChannel(remote);
    // Asked for at every close: a stop that failed is tried again.
    this.#server?.stop();
  }

  /** @param replies how many are waited for: each may take its time */
  #call<Reply>(
    kind: RequestKind | "ask",
    timeoutMs: number | undefined,
    replies: number,
    call: (remote: Remote, left: number | undefined, limits: ThreadCallOptions) => Reply,
  ): Reply {
    let left = timeoutMs;
    try {
      if (this.#remote === undefined) {
        // To start the worker is part of the call.
        const since = performance.now();
        this.#remote = this.#open(timeoutMs);
        if (timeoutMs !== undefined) left = Math.max(1, Math.round(timeoutMs - (performance.now() - since)));
      }
      const { connectTimeoutMs, messageTimeoutMs } = this.#setup.settings;
      return call(this.#remote, left, { limitMs: left ?? connectTimeoutMs + replies * messageTimeoutMs });
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
  #failed(kind: RequestKind | "ask", error: unknown, timeoutMs: number | undefined): unknown {
    if (error instanceof ThreadEndedError) return sessionLost(this.#giveUp(kind, error.message, error));
    if (!(error instanceof NoAnswerError)) return error;
    let lost = "";
    if (this.#remote !== undefined) {
      // A late answer must never pass for another call's.
      this.#giveUp(kind, `a call of ${kind} was given up before its reply had come`, error);
      lost = " The session was given up.";
    }
    const option = timeoutMs === undefined ? "connectTimeoutMs + messageTimeoutMs" : "timeoutMs";
    const { connectTimeoutMs, messageTimeoutMs } = this.#setup.settings;
    const limitMs = timeoutMs ?? connectTimeoutMs + messageTimeoutMs;
    return new TimeoutError(`No reply to ${kind} within ${option} (${limitMs} ms), nor a word of its worker.${lost}`, {
      cause: error,
      details: { call: kind, option, limitMs },
    });
  }

  #giveUp(call: RequestKind | "ask", why: string, cause: Error): SessionLoss {
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
