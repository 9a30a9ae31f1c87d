/**
 * Opens a client's connections to a server that a provider started, so that a connection that breaks, or cannot be
 * opened, says what became of the server: "the container ended with 137", and its last lines (SB-05).
 */
import { connectWebSocket } from "#connect-websocket";

import { ConnectionFailedError, MessageTooLargeError } from "../errors/local-errors.ts";
import type { Connect, Transport, TransportClose, TransportHandlers } from "../transport/transport.ts";
import type { Provider } from "./provider.ts";

/**
 * A {@link Connect} for the option `connect` of a client.
 *
 * @param connect what opens the connection. Default: a WebSocket
 */
export function connectThrough(provider: Provider, connect: Connect = connectWebSocket): Connect {
  if (provider.explainEnd === undefined) return connect;
  return async (url, options, handlers) => {
    const watched = new ExplainedEnd(provider, handlers);
    try {
      return watched.watch(await connect(url, options, watched));
    } catch (error) {
      const end = error instanceof ConnectionFailedError ? await provider.explainEnd?.() : undefined;
      if (end === undefined) throw error;
      const { message, details } = error as ConnectionFailedError;
      throw new ConnectionFailedError(`${message}. ${end.message}`, { cause: end, details, retryable: false });
    }
  };
}

/** Holds the news of a broken connection back until the provider has said why. */
class ExplainedEnd implements TransportHandlers {
  readonly #provider: Provider;
  readonly #handlers: TransportHandlers;
  /** This end closes: what becomes of the server is no news. */
  #closing = false;

  constructor(provider: Provider, handlers: TransportHandlers) {
    this.#provider = provider;
    this.#handlers = handlers;
  }

  message(text: string): void {
    this.#handlers.message(text);
  }

  close(close: TransportClose): void {
    const isNews = !close.wasClean && !this.#closing && !(close.error instanceof MessageTooLargeError);
    if (isNews) void this.#explain(close);
    else this.#handlers.close(close);
  }

  async #explain(close: TransportClose): Promise<void> {
    const error = await this.#provider.explainEnd?.();
    this.#handlers.close(error instanceof Error ? { ...close, error } : close);
  }

  watch(transport: Transport): Transport {
    const closing = (): void => void (this.#closing = true);
    return {
      get isOpen() {
        return transport.isOpen;
      },
      get bufferedAmount() {
        return transport.bufferedAmount;
      },
      send: (text) => transport.send(text),
      close(code, reason) {
        closing();
        transport.close(code, reason);
      },
      terminate() {
        closing();
        transport.terminate();
      },
    };
  }
}
