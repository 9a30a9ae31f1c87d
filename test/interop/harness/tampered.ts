/** Connectors that are not quite right, to see what a real server and our client make of it. */
import type { Connect, Transport } from "@openenv/core";
import { connectWebSocket } from "@openenv/core/transport";

/** Connects with a query string behind the path. */
export function withQuery(query: string): Connect {
  return (url, options, handlers) => connectWebSocket(`${url}?${query}`, options, handlers);
}

/** Sends `message` in place of the first one. */
export function insteadOfTheFirst(message: string): Connect {
  let sent = 0;
  return async (url, options, handlers) => {
    const transport = await connectWebSocket(url, options, handlers);
    return {
      get isOpen() {
        return transport.isOpen;
      },
      get bufferedAmount() {
        return transport.bufferedAmount;
      },
      send: (text) => transport.send((sent += 1) === 1 ? message : text),
      close: (code, reason) => transport.close(code, reason),
      terminate: () => transport.terminate(),
    };
  };
}

/** Gives away the transport of the last connection, so that a test can cut it. */
export function observed(): { readonly connect: Connect; readonly cut: () => void } {
  let last: Transport | undefined;
  return {
    connect: async (url, options, handlers) => (last = await connectWebSocket(url, options, handlers)),
    cut: () => last?.terminate(),
  };
}
