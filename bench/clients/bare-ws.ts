/** Control row: a `ws` client with a promise for each message. */
import { once } from "node:events";
import { WebSocket } from "ws";

import { type BareResult, readResult, writeStep } from "./bare-message.ts";
import { runSequence } from "./sequence.ts";

await runSequence(async (url) => {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws`, { perMessageDeflate: false });
  let resolve: ((result: BareResult) => void) | undefined;
  socket.on("message", (data) => resolve?.(readResult((data as Buffer).toString())));
  await once(socket, "open");
  return () =>
    new Promise((settle) => {
      resolve = settle;
      socket.send(writeStep());
    });
});
