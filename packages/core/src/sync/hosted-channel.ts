/**
 * A blocking client's channel, as it lives in the worker. It moves the texts of messages; what they mean is the
 * business of the client on the other side.
 */
import { connectWebSocket } from "#connect-websocket";

import { Channel, type ChannelOptions } from "../client/channel.ts";
import type { ReadReply, RequestKind } from "../client/pending-request.ts";
import { skimReply } from "../protocol/reply.ts";

export class HostedChannel implements AsyncDisposable {
  readonly #channel: Channel;

  constructor(socketUrl: string, options: ChannelOptions) {
    this.#channel = new Channel(socketUrl, connectWebSocket, { ...options, readEnvelope: skimReply });
  }

  /** Resolves with the text of the reply; with nothing for `connect`, which has none. */
  answer(kind: string, text: string, timeoutMs: number | undefined): Promise<string> {
    const limits = timeoutMs === undefined ? undefined : { timeoutMs };
    return this.#channel.request(kind as RequestKind, text, wholeText, limits) as Promise<string>;
  }

  close(): Promise<void> {
    return this.#channel.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

const wholeText: ReadReply = (_data, text) => text;
