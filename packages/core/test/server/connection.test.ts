/** What keeps a socket within its limits, with the network in the test's hands. */
import { expect, test } from "bun:test";
import { openSocket, settled, tell } from "./memory-socket.ts";
import { answer, serverOf } from "./scripted-env.ts";

const MIB = 1024 * 1024;

test("past 1 MiB of unsent replies no message is handled and none is read, until the network has taken them", async () => {
  let steps = 0;
  const { socket, connection } = openSocket(
    await serverOf({
      step() {
        steps += 1;
        return { observation: { filler: "x".repeat(MIB / 4) }, reward: null, done: false };
      },
    }),
  );
  socket.blocked = true;
  for (let step = 0; step < 20; step += 1) tell(connection, { type: "step", data: {} });
  // The one that went past the limit, and those before it.
  expect([steps, socket.paused]).toEqual([4, true]);
  connection.drained();
  expect([steps, socket.paused]).toEqual([4, true]);
  // As much as fits below the limit again, and no more.
  socket.unsent = MIB / 2;
  connection.drained();
  expect([steps, socket.paused]).toEqual([6, true]);
  socket.blocked = false;
  socket.unsent = 0;
  connection.drained();
  expect([steps, socket.paused, socket.sent.length]).toEqual([20, false, 20]);
});

test("a peer that cannot be paused may send 4096 messages ahead, and one more ends it with 1008", async () => {
  const server = await serverOf({ step: () => new Promise(() => {}) });
  const { socket, connection } = openSocket(server, { pauses: false });
  tell(connection, { type: "step", data: {} });
  for (let message = 0; message < 4096; message += 1) tell(connection, { type: "state" });
  expect(socket.closes).toEqual([]);
  tell(connection, { type: "state" });
  expect(socket.closes).toMatchObject([{ code: 1008 }]);
  expect(server.activeSessions).toBe(0);
});

test("four times maxMessageBytes ahead end it too", async () => {
  const { socket, connection } = openSocket(
    await serverOf({ step: () => new Promise(() => {}) }, { maxMessageBytes: 1000 }),
    {
      pauses: false,
    },
  );
  tell(connection, { type: "step", data: {} });
  for (let message = 0; message < 4; message += 1) connection.receive("x".repeat(1000));
  expect(socket.closes).toEqual([]);
  connection.receive("x");
  expect(socket.closes).toMatchObject([{ code: 1008 }]);
});

test("a peer that can be paused is paused at half of that, and read again at a quarter", async () => {
  const steps: (() => void)[] = [];
  const { socket, connection } = openSocket(
    await serverOf({ step: () => new Promise((resolve) => steps.push(() => resolve(answer))) }),
  );
  for (let message = 0; message < 2048; message += 1) tell(connection, { type: "step", data: {} });
  expect(socket.paused).toBe(false);
  tell(connection, { type: "step", data: {} });
  expect([socket.paused, socket.closes]).toEqual([true, []]);
  for (let step = 0; step < 1100; step += 1) {
    steps.shift()?.();
    await settled();
    if (!socket.paused) break;
  }
  expect(socket.paused).toBe(false);
  expect(socket.sent.length).toBeGreaterThan(1000);
});

test("a refused peer is told why at once, and is closed by what it says", async () => {
  const server = await serverOf({}, { maxConcurrentEnvs: 1 });
  openSocket(server);
  const { socket, connection } = openSocket(server);
  expect(socket.take()).toMatchObject([{ type: "error", data: { code: "CAPACITY_REACHED" } }]);
  expect(socket.closes).toEqual([]);
  tell(connection, { type: "reset" });
  tell(connection, { type: "reset" });
  expect([socket.sent, socket.closes]).toEqual([[], [{ code: 1000, reason: "" }]]);
});

test("a close reason is cut to what a close frame holds", async () => {
  const { socket, connection } = openSocket(await serverOf({}));
  connection.end(1000, "é".repeat(100));
  connection.end(1001, "again");
  expect(socket.closes).toEqual([{ code: 1000, reason: "é".repeat(61) }]);
});

test("a message over the limit ends the socket with 1009, whichever way it came", async () => {
  for (const send of ["receive", "receiveBinary"] as const) {
    const { socket, connection } = openSocket(await serverOf({}, { maxMessageBytes: 20 }));
    const text = '{"type":"state"}    ';
    if (send === "receive") connection.receive(text);
    else connection.receiveBinary(new TextEncoder().encode(text));
    expect(socket.take().length).toBe(1);
    if (send === "receive") connection.receive(`${text} `);
    else connection.receiveBinary(new TextEncoder().encode(`${text} `));
    expect(socket.closes).toMatchObject([{ code: 1009, reason: "The limit is 20 bytes." }]);
  }
});

test("a silent peer is pinged, and dropped when it does not answer; one that cannot be pinged is left alone", async () => {
  const server = await serverOf({}, { pingIntervalMs: 20, pingTimeoutMs: 40 });
  const { socket: silent } = openSocket(server);
  const { socket: answering, connection } = openSocket(server);
  const { socket: other } = openSocket(server, { pings: false });
  const watch = setInterval(() => connection.receivePong(), 5);
  while (silent.terminated === 0) await settled();
  clearInterval(watch);
  expect([silent.pinged, answering.terminated, other.terminated]).toEqual([1, 0, 0]);
  expect(server.activeSessions).toBe(2);
  await server.close();
});

test("a server that is closing takes no socket", async () => {
  const server = await serverOf({});
  const { socket: before } = openSocket(server);
  const closing = server.close();
  const { socket: after } = openSocket(server);
  expect(after.closes).toMatchObject([{ code: 1001 }]);
  await closing;
  expect(before.closes).toMatchObject([{ code: 1001 }]);
});
