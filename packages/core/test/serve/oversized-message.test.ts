/** A message over the limit: how the connection ends, and what the limit is. */
import { expect, test } from "bun:test";

import { serve } from "../../src/serve/bun.ts";
import { readLimit } from "../../src/serve/options.ts";
import { counterServer } from "../testing/counter-env.ts";

const MIB = 1024 * 1024;

for (const [kind, message] of [
  ["text", "x".repeat(2001)],
  ["text of few characters and many bytes", "\u4e16".repeat(700)],
  ["bytes", new Uint8Array(2001)],
] as const) {
  test(`${kind} over the limit is read to its end, then refused with 1009 and the limit`, async () => {
    await using server = await serve(counterServer(), { port: 0, maxMessageBytes: 2000 });
    const socket = new WebSocket(server.url.replace("http", "ws") + "/ws");
    const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener("close", resolve));
    socket.addEventListener("open", () => socket.send(message));
    const { code, reason } = await closed;
    expect({ code, reason }).toEqual({ code: 1009, reason: "The limit is 2000 bytes." });
    expect(server.server.activeSessions).toBe(0);
  });
}

test("a message of exactly the limit is taken", async () => {
  await using server = await serve(counterServer(), { port: 0, maxMessageBytes: 2000 });
  const socket = new WebSocket(server.url.replace("http", "ws") + "/ws");
  const reply = new Promise<MessageEvent<string>>((resolve) => socket.addEventListener("message", resolve));
  socket.addEventListener("open", () => socket.send('{"type":"state"}'.padEnd(2000)));
  expect(JSON.parse((await reply).data)).toMatchObject({ type: "state" });
  socket.close();
});

test("no more is read of a message than four times the limit, or 64 MiB where that is more than the limit", () => {
  expect([1000, 16 * MIB, 20 * MIB, 100 * MIB].map(readLimit)).toEqual([4000, 64 * MIB, 64 * MIB, 100 * MIB]);
});
