import { expect, test } from "bun:test";
import { FrameReader, packMessage } from "./frames.ts";

const messages = [
  { type: "run", code: 'é🙂\0"' },
  { type: "ready", snapshot: Uint8Array.from([0, 255, 10, 13]) },
  { type: "output", text: "x".repeat(100_000) },
  {},
];

test.each([1, 2, 7, 9, 1000, 1_000_000])("messages arrive whole in pieces of %d bytes", (size) => {
  const bytes = Buffer.concat(messages.map(packMessage));
  const seen: object[] = [];
  const reader = new FrameReader((message) => seen.push(message));
  for (let at = 0; at < bytes.length; at += size) reader.push(Uint8Array.from(bytes.subarray(at, at + size)));
  expect(seen).toEqual(messages);
});
