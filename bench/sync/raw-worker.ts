/** The worker of `raw.ts`: passes texts between the blocked thread and a bare socket, the runtime's best one. */
import { type MessagePort, workerData } from "node:worker_threads";
import { WebSocket as WsSocket } from "ws";

const { bell, port, url } = workerData as { bell: Int32Array; port: MessagePort; url: string };

const ring = (): void => {
  Atomics.add(bell, 0, 1);
  Atomics.notify(bell, 0);
};
const reply = (text: string): void => {
  port.postMessage(text);
  ring();
};

if (process.versions["bun"] === undefined) {
  const socket = new WsSocket(url, { perMessageDeflate: false });
  socket.on("message", (data) => reply((data as Buffer).toString()));
  socket.on("open", ring);
  port.on("message", (text: string) => socket.send(text));
} else {
  const socket = new WebSocket(url);
  socket.addEventListener("message", ({ data }) => reply(data as string));
  socket.addEventListener("open", ring);
  port.on("message", (text: string) => socket.send(text));
}
