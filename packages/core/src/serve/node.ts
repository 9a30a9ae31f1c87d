/**
 * `serve` on Node, with `node:http` and the `ws` package. It only moves requests and messages.
 */
import { createServer } from "node:http";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import type { RawData, WebSocket } from "ws";

import { CloseCode } from "../protocol/close-code.ts";
import type { EnvironmentDefinition } from "../server/definition.ts";
import { createEnvServer } from "../server/env-server.ts";
import type { EnvServer } from "../server/env-server.ts";
import type { SocketTarget } from "../server/socket-target.ts";
import type { EnvTypes } from "../types.ts";
import { runServerWith } from "./command.ts";
import { NodePort } from "./node-port.ts";
import { requestUrl, sendResponse, toRequest } from "./node-request.ts";
import { listening } from "./listening.ts";
import { listenAddress, readLimit, servedEnvironment } from "./options.ts";
import type { ListenAddress, ServedEnvironment, ServeOptions } from "./options.ts";
import { loggerFromVariables } from "./stderr-log.ts";

export type { ServedEnvironment, ServeOptions } from "./options.ts";

/**
 * Serves an environment. Resolves when the server listens; the author's `setup` may still be running then
 * (`server.ready`, and `/health` answers 503).
 *
 * @throws InvalidArgumentError for an invalid option or environment variable, and for an address that it cannot listen on
 */
export async function serve<T extends EnvTypes>(
  definition: EnvironmentDefinition<T>,
  options: ServeOptions = {},
): Promise<ServedEnvironment> {
  const wanted = listenAddress(options, definition.spec.manifest);
  const server = createEnvServer(definition, {
    ...options,
    hostname: wanted.hostname,
    logger: options.logger ?? loggerFromVariables(options.variables),
  });
  const sockets = new WebSocketServer({
    noServer: true,
    handleProtocols: () => false,
    perMessageDeflate: false,
    maxPayload: readLimit(server.settings.maxMessageBytes),
  });
  const http = createServer((incoming, outgoing) => void answer(server, incoming, outgoing));
  http.on("upgrade", (incoming: IncomingMessage, socket: Duplex, head: Buffer) => {
    upgrade(server, sockets, incoming, socket, head);
  });
  const address = await listening(server, wanted, () => listen(http, wanted));
  return servedEnvironment(address, server, () => shutDown(server, http));
}

/** Serves an environment as a program: see {@link runServerWith}. */
export function runServer<T extends EnvTypes>(
  definition: EnvironmentDefinition<T>,
  argv?: readonly string[],
): Promise<void> {
  return runServerWith(serve, definition, argv);
}

async function answer(server: EnvServer, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  try {
    const request = await toRequest(incoming, server.settings.maxMessageBytes);
    await sendResponse(await server.fetch(request), outgoing);
  } catch {
    // No URL in the request, or the peer has gone.
    if (!outgoing.headersSent) outgoing.writeHead(400);
    outgoing.end();
  }
}

function upgrade(
  server: EnvServer,
  sockets: WebSocketServer,
  incoming: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  // Until `ws` takes over, a reset by the peer would be an uncaught error.
  socket.on("error", () => socket.destroy());
  let target: SocketTarget | undefined;
  try {
    target = server.socketTarget(requestUrl(incoming), incoming.headers);
  } catch {
    target = undefined;
  }
  if (target === undefined) {
    socket.end("HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\nconnection: close\r\n\r\n");
    return;
  }
  const accepted = target;
  sockets.handleUpgrade(incoming, socket, head, (ws) => accept(server, ws, socket, accepted));
}

function accept(server: EnvServer, ws: WebSocket, socket: Duplex, target: SocketTarget): void {
  const connection = server.acceptSocket(new NodePort(ws, socket), target);
  ws.on("message", (data: RawData, isBinary: boolean) => {
    // `ws` gives one Buffer a message unless told otherwise.
    if (isBinary) connection.receiveBinary(data as Buffer);
    else connection.receive((data as Buffer).toString());
  });
  ws.on("pong", () => connection.receivePong());
  ws.on("close", (code) => connection.gone(code));
  // A broken or oversized frame: `ws` has sent its close frame, which says why, and reads no more.
  ws.on("error", () => connection.end(CloseCode.Normal, ""));
  socket.on("drain", () => connection.drained());
}

function listen(http: Server, { port, hostname }: ListenAddress): Promise<ListenAddress> {
  return new Promise((resolve, reject) => {
    http.once("error", reject);
    http.listen(port, hostname, () => {
      http.off("error", reject);
      resolve({ port: (http.address() as AddressInfo).port, hostname });
    });
  });
}

/** Sockets that do not answer the close handshake are ended by their connections, so `http` gets to its end too. */
async function shutDown(server: EnvServer, http: Server): Promise<void> {
  const stopped = new Promise<void>((resolve) => http.close(() => resolve()));
  await server.close();
  http.closeIdleConnections();
  await stopped;
}
