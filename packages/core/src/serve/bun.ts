/**
 * `serve` on Bun, with `Bun.serve`. It only moves requests and messages.
 */
import type { Connection, SocketPort } from "../server/connection.ts";
import type { EnvironmentDefinition } from "../server/definition.ts";
import { createEnvServer } from "../server/env-server.ts";
import type { SocketTarget } from "../server/socket-target.ts";
import type { EnvTypes } from "../types.ts";
import { runServerWith } from "./command.ts";
import { listening } from "./listening.ts";
import { CLOSE_HANDSHAKE_MS, listenAddress, readLimit, servedEnvironment, socketHeaders } from "./options.ts";
import type { ServedEnvironment, ServeOptions } from "./options.ts";
import { loggerFromVariables } from "./stderr-log.ts";

export type { ServedEnvironment, ServeOptions } from "./options.ts";

/** The part of Bun's API that is used, so that these types need no package. */
declare const Bun: { serve(options: BunServeOptions): BunServer };

interface BunServer {
  readonly port: number;
  upgrade(request: Request, options: { data: SocketData; headers: Readonly<Record<string, string>> }): boolean;
  stop(closeActiveConnections?: boolean): Promise<void>;
}

interface BunServeOptions {
  port: number;
  hostname: string;
  reusePort: boolean;
  idleTimeout: number;
  maxRequestBodySize: number;
  fetch(request: Request, server: BunServer): Promise<Response> | Response | undefined;
  websocket: {
    maxPayloadLength: number;
    idleTimeout: number;
    backpressureLimit: number;
    sendPings: boolean;
    perMessageDeflate: boolean;
    open(ws: BunSocket): void;
    message(ws: BunSocket, message: string | Uint8Array): void;
    pong(ws: BunSocket): void;
    drain(ws: BunSocket): void;
    close(ws: BunSocket, code: number): void;
  };
}

interface BunSocket {
  readonly data: SocketData;
  send(text: string): number;
  close(code: number, reason: string): void;
  terminate(): void;
  ping(): number;
  getBufferedAmount(): number;
}

/** Without it Bun would choose the first subprotocol that is offered. */
const NO_SUBPROTOCOL = { "sec-websocket-protocol": "" };

interface SocketData {
  readonly target: SocketTarget;
  connection: Connection | undefined;
}

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
  const address = listenAddress(options, definition.spec.manifest);
  const { port, hostname } = address;
  const server = createEnvServer(definition, {
    ...options,
    hostname,
    logger: options.logger ?? loggerFromVariables(options.variables),
  });
  const start = (): BunServer =>
    Bun.serve({
      port,
      hostname,
      reusePort: options.reusePort ?? false,
      idleTimeout: 0,
      maxRequestBodySize: server.settings.maxMessageBytes + 1024,
      fetch(request, upgrader) {
        if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") return server.fetch(request);
        const target = server.socketTarget(new URL(request.url), socketHeaders(request));
        if (target === undefined) return new Response(null, { status: 403 });
        const data = { target, connection: undefined };
        if (upgrader.upgrade(request, { data, headers: NO_SUBPROTOCOL })) return undefined;
        return new Response("This is no WebSocket handshake.", { status: 400 });
      },
      websocket: {
        maxPayloadLength: readLimit(server.settings.maxMessageBytes),
        // The session layer pings and times out, alike on every runtime.
        idleTimeout: 0,
        sendPings: false,
        perMessageDeflate: false,
        // Past this Bun drops messages. A session stops long before it.
        backpressureLimit: 2 ** 30,
        open(ws) {
          ws.data.connection = server.acceptSocket(new BunPort(ws), ws.data.target);
        },
        message(ws, message) {
          if (typeof message === "string") ws.data.connection?.receive(message);
          else ws.data.connection?.receiveBinary(message);
        },
        pong: (ws) => ws.data.connection?.receivePong(),
        drain: (ws) => ws.data.connection?.drained(),
        close: (ws, code) => ws.data.connection?.gone(code),
      },
    });
  const bun = await listening(server, address, start);
  const shutDown = async (): Promise<void> => {
    const stopped = bun.stop();
    await server.close();
    const handshakes = setTimeout(() => void bun.stop(true), CLOSE_HANDSHAKE_MS);
    await stopped;
    clearTimeout(handshakes);
  };
  return servedEnvironment({ hostname, port: bun.port }, server, shutDown);
}

/** Serves an environment as a program: see {@link runServerWith}. */
export function runServer<T extends EnvTypes>(
  definition: EnvironmentDefinition<T>,
  argv?: readonly string[],
): Promise<void> {
  return runServerWith(serve, definition, argv);
}

class BunPort implements SocketPort {
  readonly #ws: BunSocket;

  constructor(ws: BunSocket) {
    this.#ws = ws;
  }

  send(text: string): void {
    this.#ws.send(text);
  }

  close(code: number, reason: string): void {
    this.#ws.close(code, reason);
  }

  terminate(): void {
    this.#ws.terminate();
  }

  bufferedAmount(): number {
    return this.#ws.getBufferedAmount();
  }

  ping(): void {
    this.#ws.ping();
  }
}
