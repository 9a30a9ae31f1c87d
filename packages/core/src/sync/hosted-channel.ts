/**
 * A blocking client's channel, as it lives in the worker. It moves the texts of messages; what they mean is the
 * business of the client on the other side.
 */
import { connectWebSocket } from "#connect-websocket";

import { Channel, type ChannelOptions } from "../client/channel.ts";
import type { ReadReply, RequestKind } from "../client/pending-request.ts";

export class HostedChannel implements AsyncDisposable {
  readonly #channel: Channel;

  constructor(socketUrl: string, options: ChannelOptions) {
    this.#channel = new Channel(socketUrl, connectWebSocket, options);
  }

  /** Resolves with the text of the reply; `undefined` for `connect`, which has none. */
  request(kind: RequestKind, text: string, timeoutMs: number | undefined): Promise<string | undefined> {
    const limits = timeoutMs === undefined ? undefined : { timeoutMs };
    return this.#channel.request(kind, text, wholeText, limits) as Promise<string | undefined>;
  }

  close(): Promise<void> {
    return this.#channel.close();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}

const wholeText: ReadReply = (_data, text) => text;
