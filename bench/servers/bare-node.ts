/** Control row: `ws` on Node as its README uses it. */
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";

import { bareReply } from "./bare-reply.ts";
import { announce } from "./parent.ts";

const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
server.on("connection", (socket) => {
  socket.on("message", (data) => socket.send(bareReply((data as Buffer).toString())));
});
server.on("listening", () => announce((server.address() as AddressInfo).port));
