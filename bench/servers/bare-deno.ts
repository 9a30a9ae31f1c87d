/** Control row: `Deno.serve` alone. */
import { bareReply } from "./bare-reply.ts";
import { announce } from "./parent.ts";

declare const Deno: {
  serve(
    options: { port: number; hostname: string; onListen(): void },
    handler: (request: Request) => Response,
  ): DenoServer;
  upgradeWebSocket(request: Request): { socket: WebSocket; response: Response };
};

interface DenoServer {
  readonly addr: { readonly port: number };
}

const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
  const { socket, response } = Deno.upgradeWebSocket(request);
  socket.addEventListener("message", ({ data }) => socket.send(bareReply(data as string)));
  return response;
});
announce(server.addr.port);
