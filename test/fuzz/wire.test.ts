/**
 * Random and broken frames on real sockets, against a server on each runtime: a frame is answered or ends its own
 * socket; the server, and a session beside it, go on.
 *
 * About 1 000 frames a runtime; 10 000 with OPENENV_TEST_FULL=1. OPENENV_FUZZ_SEED repeats a run.
 */
import { describe, expect, test } from "bun:test";
import { findRuntime, runtimeNames } from "openenv-scripts/runtimes.ts";
import { verifies } from "../conformance/verifies.ts";
import { FixtureProcess } from "../runtimes/harness/fixture-process.ts";
import { encodeFrame, Opcode } from "../runtimes/harness/frame.ts";
import { seededRandom } from "../runtimes/harness/random.ts";
import { WirePeer } from "../runtimes/harness/wire-peer.ts";
import { fuzzRun } from "./fuzz-run.ts";
import { MessageSource } from "./message-source.ts";

const FRAMES_PER_SOCKET = 20;
const AT_ONCE = 5;

const { seed, count } = fuzzRun({ short: 1000, full: 10_000 });

describe.each([...runtimeNames])("frames against a server on %s", (name) => {
  const runtime = findRuntime(name);
  test.skipIf(runtime === undefined)(
    `${count} random and broken frames harm nobody else (OPENENV_FUZZ_SEED=${seed})`,
    async () => {
      verifies("ws:frame:broken", "session:isolated", "session:capacity:freed");
      if (runtime === undefined) return;
      await using fixture = await FixtureProcess.start(runtime);
      await using server = await fixture.serve("counter");
      await using bystander = await WirePeer.open(server.url);
      const { secret } = (await bystander.ask({ type: "reset" })).data.observation;
      const source = new MessageSource(seededRandom(seed));

      const sockets = Math.ceil(count / FRAMES_PER_SOCKET);
      for (let opened = 0; opened < sockets; opened += AT_ONCE) {
        await Promise.all(Array.from({ length: AT_ONCE }, () => fuzzOneSocket(server.url, source)));
        const { observation } = (await bystander.ask({ type: "step", data: {} })).data;
        expect(observation["secret"]).toBe(secret);
      }

      const { total } = (await bystander.ask({ type: "state" })).data;
      expect(total).toBe(Math.ceil(sockets / AT_ONCE));
      // Every environment that was made is closed but the bystander's.
      for (let closed = 0; closed < sockets; closed += 1) await server.event("closed");
      expect(await server.active()).toBe(1);
      expect(fixture.takeComplaints()).toEqual([]);
    },
    600_000,
  );
});

/** Sends frames, also when the server has had enough of them, and hangs up. */
async function fuzzOneSocket(url: string, source: MessageSource): Promise<void> {
  await using peer = await WirePeer.open(url);
  for (let frame = 0; frame < FRAMES_PER_SOCKET; frame += 1) {
    peer.sendBytes(randomFrame(source));
    if (source.below(4) === 0) await new Promise<void>((resolve) => setImmediate(resolve));
  }
  peer.abort();
}

/** Mostly frames that are right around messages that are not, and some that are broken themselves. */
function randomFrame(source: MessageSource): Uint8Array {
  const message = source.next();
  const payload = typeof message === "string" ? Buffer.from(message) : message;
  const opcode = typeof message === "string" ? Opcode.Text : Opcode.Binary;
  switch (source.below(12)) {
    case 0:
      return flipped(encodeFrame(opcode, payload), source);
    case 1:
      return encodeFrame(opcode, payload).subarray(0, source.below(payload.byteLength + 4));
    case 2:
      return encodeFrame(source.below(16), payload.subarray(0, 125));
    case 3:
      return encodeFrame(opcode, payload, { fin: source.below(2) === 0, reserved: source.below(8) });
    case 4:
      return encodeFrame(opcode, payload, { masked: false });
    default:
      return encodeFrame(opcode, payload);
  }
}

function flipped(bytes: Buffer, source: MessageSource): Buffer {
  const at = source.below(bytes.byteLength);
  bytes[at] = (bytes[at] ?? 0) ^ (1 << source.below(8));
  return bytes;
}
