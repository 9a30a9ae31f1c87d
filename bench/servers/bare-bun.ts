/** Control row: `Bun.serve` alone. */
import { bareReply } from "./bare-reply.ts";
import { announce } from "./parent.ts";

const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch(request, upgrader) {
    return upgrader.upgrade(request) ? undefined : new Response(null, { status: 404 });
  },
  websocket: {
    message(socket, text) {
      socket.send(bareReply(text as string));
    },
  },
});
announce(server.port ?? 0);
