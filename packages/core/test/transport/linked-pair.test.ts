import { expect, test } from "bun:test";
import { createLinkedPair, type LinkedTransport, type TransportClose } from "@openenv/core/transport";

/** Writes down what a transport receives. */
function record(transport: LinkedTransport): { log: (string | TransportClose)[]; closed: Promise<TransportClose> } {
  const log: (string | TransportClose)[] = [];
  const closed = new Promise<TransportClose>((resolve) => {
    transport.attach({
      message: (text) => log.push(text),
      close(close) {
        log.push(close);
        resolve(close);
      },
    });
  });
  return { log, closed };
}

test("messages arrive in order, and never within send", async () => {
  const [left, right] = createLinkedPair();
  const { log } = record(right);
  left.send("1");
  left.send("2");
  expect(log).toEqual([]);
  await Promise.resolve();
  expect(log).toEqual(["1", "2"]);
  left.send("3");
  await Promise.resolve();
  expect(log).toEqual(["1", "2", "3"]);
});

test("what arrives before attach is kept", async () => {
  const [left, right] = createLinkedPair();
  left.send("early");
  left.close(1001, "bye");
  await Promise.resolve();
  const { log, closed } = record(right);
  await closed;
  expect(log).toEqual(["early", { code: 1001, reason: "bye", wasClean: true }]);
});

test("a close reaches both ends once, behind what was sent before it", async () => {
  const [left, right] = createLinkedPair();
  const [atLeft, atRight] = [record(left), record(right)];
  right.send("last");
  left.send("end");
  left.close(1000);
  right.close(4000);
  right.send("too late");
  expect([left.isOpen, right.isOpen]).toEqual([false, false]);
  const close = { code: 1000, reason: "", wasClean: true };
  await Promise.all([atLeft.closed, atRight.closed]);
  await Promise.resolve();
  expect(atRight.log).toEqual(["end", close]);
  expect(atLeft.log).toEqual(["last", close]);
});

test("terminate cuts both ends and drops what this one has not read", async () => {
  const [left, right] = createLinkedPair();
  const [atLeft, atRight] = [record(left), record(right)];
  right.send("unread");
  left.terminate();
  const close = { code: 1006, reason: "", wasClean: false };
  await Promise.all([atLeft.closed, atRight.closed]);
  expect([atLeft.log, atRight.log]).toEqual([[close], [close]]);
});

test("a message sent from within a handler is delivered in its turn", async () => {
  const [left, right] = createLinkedPair();
  const atLeft = record(left);
  right.attach({
    message(text) {
      right.send(`re: ${text}`);
      if (text === "2") right.close(1000);
    },
    close() {},
  });
  left.send("1");
  left.send("2");
  await atLeft.closed;
  expect(atLeft.log.slice(0, 2)).toEqual(["re: 1", "re: 2"]);
});
