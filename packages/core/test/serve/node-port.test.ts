/** On Node the replies of one turn of the event loop leave in one write. */
import { expect, test } from "bun:test";
import { Duplex } from "node:stream";
import type { WebSocket } from "ws";

import { NodePort } from "../../src/serve/node-port.ts";

/** A stream that counts its writes, and a `ws` that writes each message to it. */
function open(): { port: NodePort; writes: string[] } {
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
  const ws = { send: (text: string) => socket.write(text) } as unknown as WebSocket;
  return { port: new NodePort(ws, socket), writes };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("all replies of a turn leave in one write, at its end", async () => {
  const { port, writes } = open();
  for (const text of ["a", "b", "c", "d"]) port.send(text);
  await turn();
  expect(writes).toEqual(["abcd"]);
});

test("no reply waits for the next turn", async () => {
  const { port, writes } = open();
  for (const text of ["a", "b", "c"]) {
    port.send(text);
    await turn();
    expect(writes.splice(0)).toEqual([text]);
  }
});
