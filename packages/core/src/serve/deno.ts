/**
 * `serve` on Deno, with `Deno.serve`. It only moves requests and messages.
 */
import type { Connection } from "../server/connection.ts";
import type { EnvironmentDefinition } from "../server/definition.ts";
import { createEnvServer } from "../server/env-server.ts";
import type { EnvServer } from "../server/env-server.ts";
import type { SocketTarget } from "../server/socket-target.ts";
import { withinTime } from "../server/within-time.ts";
import type { EnvTypes } from "../types.ts";
import { runServerWith } from "./command.ts";
import { DenoPort } from "./deno-port.ts";
import { listening } from "./listening.ts";
import { CLOSE_HANDSHAKE_MS, listenAddress, servedEnvironment, socketHeaders } from "./options.ts";
import type { ServedEnvironment, ServeOptions } from "./options.ts";
import { loggerFromVariables } from "./stderr-log.ts";

export type { ServedEnvironment, ServeOptions } from "./options.ts";

/** The part of Deno's API that is used, so that these types need no package. */
declare const Deno: {
  serve(
    options: { port: number; hostname: string; reusePort: boolean; onListen(): void },
    handler: (request: Request) => Promise<Response> | Response,
  ): { readonly addr: { readonly port: number }; readonly finished: Promise<void>; shutdown(): Promise<void> };
  upgradeWebSocket(request: Request, options: { idleTimeout: number }): { socket: WebSocket; response: Response };
};

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
  const handle = (request: Request): Response | Promise<Response> => {
    if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") return server.fetch(request);
    const target = server.socketTarget(new URL(request.url), socketHeaders(request));
    if (target === undefined) return new Response(null, { status: 403 });
    if (!isHandshake(request)) return new Response("This is no WebSocket handshake.", { status: 400 });
    const { socket, response } = Deno.upgradeWebSocket(request, { idleTimeout: heartbeatSeconds(server) });
    accept(server, socket, target);
    return response;
  };
  const settings = { port, hostname, reusePort: options.reusePort ?? false, onListen() {} };
  const deno = await listening(server, address, () => Deno.serve(settings, handle));
  const shutDown = async (): Promise<void> => {
    // Deno's own shutdown closes every socket at once: it comes when the running steps are done.
    await server.close();
    await withinTime(deno.shutdown(), CLOSE_HANDSHAKE_MS);
  };
  return servedEnvironment({ hostname, port: deno.addr.port }, server, shutDown);
}

/** Serves an environment as a program: see {@link runServerWith}. */
export function runServer<T extends EnvTypes>(
  definition: EnvironmentDefinition<T>,
  argv?: readonly string[],
): Promise<void> {
  return runServerWith(serve, definition, argv);
}

/** Deno throws without a key, and does not look at the version. */
function isHandshake({ headers }: Request): boolean {
  return (headers.get("sec-websocket-key") ?? "") !== "" && headers.get("sec-websocket-version") === "13";
}

/** Deno's server sockets cannot ping on demand: its idle timeout is the heartbeat. 0 switches it off. */
function heartbeatSeconds({ settings }: EnvServer): number {
  return settings.pingIntervalMs === null ? 0 : Math.max(1, Math.ceil(settings.pingTimeoutMs / 1000));
}

function accept(server: EnvServer, socket: WebSocket, target: SocketTarget): void {
  let connection: Connection;
  const port = new DenoPort(socket, () => connection.drained());
  socket.binaryType = "arraybuffer";
  socket.addEventListener("open", () => {
    connection = server.acceptSocket(port, target);
  });
  socket.addEventListener("message", ({ data }: MessageEvent<string | ArrayBuffer>) => {
    port.received();
    if (typeof data === "string") connection.receive(data);
    else connection.receiveBinary(new Uint8Array(data));
  });
  socket.addEventListener("close", ({ code }) => connection?.gone(code));
  // What a socket's error means is told by the close behind it.
  socket.addEventListener("error", (event) => event.preventDefault());
}
