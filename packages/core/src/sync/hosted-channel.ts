/**
 * A blocking client's channel, as it lives in the worker. It moves the texts of messages; what they mean is the
 * business of the client on the other side.
 */
import { connectWebSocket } from "#connect-websocket";

import { Channel, type ChannelOptions } from "../client/channel.ts";
import { askByHttp, type HttpAnswer, type HttpQuestion } from "../client/http-question.ts";
import type { ReadReply, RequestKind } from "../client/pending-request.ts";
import { skimReply } from "../protocol/reply.ts";
import { type CarriedError, carryError } from "../errors/carried-error.ts";

export class HostedChannel implements AsyncDisposable {
  readonly #channel: Channel;
  readonly #options: ChannelOptions;

  constructor(socketUrl: string, options: ChannelOptions) {
    this.#options = options;
    this.#channel = new Channel(socketUrl, connectWebSocket, { ...options, readEnvelope: skimReply });
  }

  /** Resolves with the text of the reply; with nothing for `connect`, which has none. */
  answer(kind: string, text: string, timeoutMs: number | undefined): Promise<string> {
    const limits = timeoutMs === undefined ? undefined : { timeoutMs };
    return this.#channel.request(kind as RequestKind, text, wholeText, limits) as Promise<string>;
  }

  /** Sends several texts without waiting for each other's replies; gives the reply of each, or what it met. */
  answerAll(kind: string, texts: readonly string[], timeoutMs: number | undefined): Promise<(string | CarriedError)[]> {
    return Promise.all(
      texts.map((text) => this.answer(kind, text, timeoutMs).catch((error: unknown) => carryError(error))),
    );
  }

  /** Asks the same server by HTTP. */
  ask(question: HttpQuestion, timeoutMs: number | undefined): Promise<HttpAnswer> {
    return askByHttp(question, this.#options, { timeoutMs });
  }

  close(): Promise<void> {
    return this.#channel.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

const wholeText: ReadReply = (_data, text) => text;
