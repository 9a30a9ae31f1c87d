/** Control row: the runtime's own `WebSocket` with a promise for each message. */
import { type BareResult, readResult, writeStep } from "./bare-message.ts";
import { runSequence } from "./sequence.ts";

await runSequence(async (url) => {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws`);
  let resolve: ((result: BareResult) => void) | undefined;
  socket.addEventListener("message", ({ data }) => resolve?.(readResult(data as string)));
  await new Promise((opened) => socket.addEventListener("open", opened));
  return () =>
    new Promise((settle) => {
      resolve = settle;
      socket.send(writeStep());
    });
});
