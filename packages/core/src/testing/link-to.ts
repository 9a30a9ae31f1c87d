/**
 * Opens connections to a server of the same process: messages go through memory, and nothing listens on a port.
 */
import type { EnvServer } from "../server/env-server.ts";
import { upgradeRefused } from "../transport/handshake.ts";
import { createLinkedPair } from "../transport/linked-pair.ts";
import type { Connect } from "../transport/transport.ts";

/**
 * A connector for the `connect` option of a client. Every connection is one session of `server`, with the server's
 * capacity and timeouts; size limits of messages do not apply, and nothing pings.
 */
export function linkTo(server: EnvServer): Connect {
  return (url, _options, handlers) => {
    const target = server.socketTarget(new URL(url));
    if (target === undefined) return Promise.reject(upgradeRefused(url, 403, ""));
    const [near, far] = createLinkedPair();
    near.attach(handlers);
    const connection = server.acceptSocket(
      {
        send: (text) => far.send(text),
        close: (code, reason) => far.close(code, reason),
        terminate: () => far.terminate(),
        bufferedAmount: () => 0,
      },
      target,
    );
    far.attach({ message: (text) => connection.receive(text), close: ({ code }) => connection.gone(code) });
    return Promise.resolve(near);
  };
}
