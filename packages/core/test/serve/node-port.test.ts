/** On Node the replies of one turn of the event loop leave in one write. */
import { expect, test } from "bun:test";
import { Duplex } from "node:stream";
import { WebSocket } from "ws";

import { textFrame } from "../../src/serve/node-frame.ts";
import { NodePort } from "../../src/serve/node-port.ts";

/** A stream that counts its writes, under a `ws` that is open. */
function open(readyState: number = WebSocket.OPEN): { port: NodePort; writes: string[] } {
  const writes: string[] = [];
  const socket = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      writes.push(chunk.toString());
      done();
    },
    writev(chunks, done) {
      writes.push(chunks.map(({ chunk }) => String(chunk)).join(""));
      done();
    },
  });
  const ws = { readyState, OPEN: WebSocket.OPEN } as WebSocket;
  return { port: new NodePort(ws, socket), writes };
}

const frames = (...texts: string[]): string => texts.map((text) => textFrame(text).toString()).join("");

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("all replies of a turn leave in one write, at its end", async () => {
  const { port, writes } = open();
  for (const text of ["a", "b", "c", "d"]) port.send(text);
  await turn();
  expect(writes).toEqual([frames("a", "b", "c", "d")]);
});

test("no reply waits for the next turn", async () => {
  const { port, writes } = open();
  for (const text of ["a", "b", "c"]) {
    port.send(text);
    await turn();
    expect(writes.splice(0)).toEqual([frames(text)]);
  }
});

test("nothing is written behind the close frame", async () => {
  const { port, writes } = open(WebSocket.CLOSING);
  port.send("a");
  await turn();
  expect(writes).toEqual([]);
});
