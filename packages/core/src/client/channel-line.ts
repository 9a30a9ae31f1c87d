/**
 * The line of an async client: a channel in this thread, made when it is first needed. Until then its settings can be
 * handed to a blocking client instead. Also stops a server that was started for the client.
 */
import { connectWebSocket } from "#connect-websocket";

import { ClientClosedError, ClientInUseError, SessionLostError, SyncUnsupportedError } from "../errors/local-errors.ts";
import type { EnvTypes } from "../types.ts";
import { Channel } from "./channel.ts";
import type { ClientSetup } from "./client-setup.ts";
import { type Flow, type ItemFlow, iterateFlow, runFlow } from "./flow.ts";
import { askByHttp, type HttpAnswer, type HttpQuestion } from "./http-question.ts";
import type { Line, Message, Outcome, OwnedServer } from "./line.ts";
import { type CallOptions, duration } from "./options.ts";
import type { ReadReply, RequestKind } from "./pending-request.ts";
import { serverEnded } from "./session-loss.ts";

/** What {@link ChannelLine.handOver} gives. */
export interface Handover<T extends EnvTypes> {
  readonly setup: ClientSetup<T>;
  readonly server: OwnedServer<"sync"> | undefined;
}

export class ChannelLine<T extends EnvTypes> implements Line<"async"> {
  readonly #setup: ClientSetup<T>;
  #channel: Channel | undefined;
  #used = false;
  #handedOver = false;
  #closed = false;
  /** Started for this client. */
  #server: OwnedServer<"async"> | undefined;
  /** Started for the blocking client that is to take over. */
  #serverOfTwin: OwnedServer<"sync"> | undefined;

  constructor(setup: ClientSetup<T>) {
    this.#setup = setup;
  }

  request(kind: RequestKind, text: string, read: ReadReply, options: CallOptions | undefined): Promise<unknown> {
    if (this.#handedOver) return Promise.reject(handedOver());
    const reply = (this.#channel ??= this.#open()).request(kind, text, read, options);
    return this.#server === undefined ? reply : withExplanation(reply, this.#server);
  }

  async requestAll(
    kind: RequestKind,
    messages: readonly Message[],
    options: CallOptions | undefined,
  ): Promise<readonly Outcome[]> {
    const replies = messages.map(({ text, read }) => this.request(kind, text, read, options));
    const settled = await Promise.allSettled(replies);
    return settled.map((reply) => (reply.status === "fulfilled" ? { value: reply.value } : { error: reply.reason }));
  }

  async ask(question: HttpQuestion, { timeoutMs, signal }: CallOptions = {}): Promise<HttpAnswer> {
    this.use();
    const limits = { signal, timeoutMs: timeoutMs === undefined ? undefined : duration("timeoutMs", timeoutMs) };
    return askByHttp(question, this.#setup.settings, limits, this.#setup.fetch);
  }

  use(): void {
    if (this.#closed) throw new ClientClosedError();
    if (this.#handedOver) throw handedOver();
    this.#used = true;
  }

  run<Result>(flow: Flow<Result>): Promise<Result> {
    return runFlow(flow);
  }

  iterate<Value>(flow: ItemFlow): AsyncGenerator<Value, void, undefined> {
    return iterateFlow(flow);
  }

  refuse(error: unknown): Promise<never> {
    return Promise.reject(error);
  }

  close(others: readonly Promise<void>[]): Promise<void> {
    if (this.#handedOver) return Promise.resolve();
    this.#closed = true;
    const own = (this.#channel ??= this.#open()).close();
    const server = this.#server;
    if (server === undefined && others.length === 0) return own;
    // Asked for at every close: a stop that failed is tried again.
    return Promise.all([own, ...others]).then(() => server?.stop());
  }

  /** Has a server stopped with the client. */
  own(server: OwnedServer<"async">): void {
    this.#server = server;
  }

  /** As {@link own}, for the blocking client that takes over. */
  ownForTwin(server: OwnedServer<"sync">): void {
    this.#serverOfTwin = server;
  }

  /**
   * Gives the settings away. No call can be made on this line afterwards.
   *
   * @throws ClientInUseError when a call was made already, ClientClosedError after `close()`, SyncUnsupportedError for
   *   a connector or a `fetch` of the caller's own
   */
  handOver(): Handover<T> {
    if (this.#closed) throw new ClientClosedError();
    if (this.#used || this.#channel !== undefined) throw inUse();
    if (this.#setup.connect !== undefined) throw functionStays("connect");
    if (this.#setup.fetch !== undefined) throw functionStays("fetch");
    this.#handedOver = true;
    return { setup: this.#setup, server: this.#serverOfTwin };
  }

  #open(): Channel {
    const { url, settings, connect = connectWebSocket } = this.#setup;
    const { validate: _, maxSendBytes: __, ...options } = settings;
    return new Channel(url.socketUrl("/ws"), connect, options);
  }
}

/** Adds to the loss of a session what became of the server that was started for it. */
async function withExplanation(reply: Promise<unknown>, server: OwnedServer<"async">): Promise<unknown> {
  try {
    return await reply;
  } catch (error) {
    const end = error instanceof SessionLostError ? await server.explainEnd() : undefined;
    throw end === undefined ? error : serverEnded(error as SessionLostError, end);
  }
}

function inUse(): ClientInUseError {
  return new ClientInUseError(
    "This client is in use already, and a blocking one would open a second session on the server. Call sync() before " +
      "the first call, or make a client that blocks with the class's own sync(baseUrl).",
  );
}

function functionStays(option: "connect" | "fetch"): SyncUnsupportedError {
  return new SyncUnsupportedError(
    `A blocking client takes no option \`${option}\`: it connects in another thread, which cannot be given a function.`,
  );
}

function handedOver(): ClientInUseError {
  return new ClientInUseError(
    "This client has become a blocking one by sync(): use what sync() gave, or make another client.",
  );
}
