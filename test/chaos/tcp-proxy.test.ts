/** The proxy itself: what it passes on, and that each fault is what it says. */
import { expect, test } from "bun:test";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { randomFaults } from "./random-faults.ts";
import { type ConnectionPlan, type FaultPlan, TcpProxy } from "./tcp-proxy.ts";

test("without a plan every byte arrives, in both directions and in order, also more than a buffer holds", async () => {
  await using line = await openLine(() => ({}));
  const bytes = Buffer.alloc(8 * 1024 * 1024, "0123456789abcdef");
  line.client.end(bytes);
  const [server] = line.peers;
  server?.end("answer");
  expect(await line.heardByServer).toEqual(bytes);
  expect((await line.heardByClient).toString()).toBe("answer");
  expect(line.proxy.happened).toEqual({ delay: 0, stall: 0, "half-close": 0, cut: 0 });
});

test("a cut resets both ends, and nothing behind that byte arrives", async () => {
  await using line = await openLine(() => ({ down: [{ kind: "cut", afterBytes: 5 }] }));
  const [server] = line.peers;
  server?.write("0123456789");
  expect("01234").toStartWith((await line.heardByClient).toString());
  await line.heardByServer;
  await line.proxy.idle();
  expect(line.proxy.happened.cut).toBe(1);
  expect([line.client.destroyed, server?.destroyed]).toEqual([true, true]);
});

test("a half-close ends one direction and leaves the other", async () => {
  await using line = await openLine(() => ({ down: [{ kind: "half-close", afterBytes: 3 }] }));
  const [server] = line.peers;
  server?.write("0123456789");
  expect((await line.heardByClient).toString()).toBe("012");
  line.client.end("still there");
  expect((await line.heardByServer).toString()).toBe("still there");
});

test("a stall passes nothing on and ends nothing; a delay passes everything on", async () => {
  const plan: ConnectionPlan = {
    up: [{ kind: "stall", afterBytes: 2 }],
    down: [{ kind: "delay", afterBytes: 2, ms: 5 }],
  };
  await using line = await openLine(() => plan);
  const [server] = line.peers;
  line.client.write("0123");
  server?.end("0123");
  // The delayed direction arrives whole while the stalled one stays where it was.
  expect((await line.heardByClient).toString()).toBe("0123");
  expect(line.proxy.open).toBe(1);
  line.proxy.cutAll();
  expect((await line.heardByServer).toString()).toBe("01");
});

test("a seed gives the same faults again, and each connection others", () => {
  const options = { withinBytes: 1000, perDirection: 3, kinds: ["delay", "cut", "stall"] as const, delayMs: 10 };
  const plan = randomFaults({ seed: 4, ...options });
  expect(plan(7)).toEqual(randomFaults({ seed: 4, ...options })(7));
  expect(plan(7)).not.toEqual(plan(8));
  expect(plan(7)).not.toEqual(randomFaults({ seed: 5, ...options })(7));
  for (const faults of [plan(7).up, plan(7).down]) {
    const offsets = faults?.map((fault) => fault.afterBytes) ?? [];
    expect(offsets).toHaveLength(3);
    expect(offsets).toEqual(offsets.toSorted((left, right) => left - right));
  }
});

interface Line extends AsyncDisposable {
  readonly proxy: TcpProxy;
  readonly client: Socket;
  /** The server's ends, in the order they came. */
  readonly peers: readonly Socket[];
  /** All bytes until the end of the stream, or until it broke. */
  readonly heardByClient: Promise<Buffer>;
  readonly heardByServer: Promise<Buffer>;
}

/** One connection through a proxy to a plain TCP server. */
async function openLine(plan: FaultPlan): Promise<Line> {
  const server = createServer({ allowHalfOpen: true });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxy = await TcpProxy.start(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, { plan });
  const arrived = once(server, "connection") as Promise<[Socket]>;
  const client = connect({ port: Number(new URL(proxy.url).port), host: "127.0.0.1", allowHalfOpen: true });
  const heardByClient = bytesOf(client);
  const [peer] = await arrived;
  const heardByServer = bytesOf(peer);
  return {
    proxy,
    client,
    peers: [peer],
    heardByClient,
    heardByServer,
    async [Symbol.asyncDispose]() {
      client.destroy();
      peer.destroy();
      await proxy[Symbol.asyncDispose]();
      server.close();
    },
  };
}

function bytesOf(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk: Buffer) => chunks.push(chunk));
  socket.on("error", () => socket.destroy());
  return new Promise((resolve) => {
    const finish = (): void => resolve(Buffer.concat(chunks));
    socket.on("end", finish);
    socket.on("close", finish);
  });
}
