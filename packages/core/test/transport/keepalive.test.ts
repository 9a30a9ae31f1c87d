import { expect, test } from "bun:test";
import { TimeoutError } from "@openenv/core";
import { Keepalive } from "../../src/transport/keepalive.ts";

/** A peer that answers the first `answers` pings. */
function peer(answers: number): {
  silence: Promise<Error>;
  pings: () => number;
  start: (timeoutMs: number | null) => Keepalive;
} {
  const { promise: silence, resolve } = Promise.withResolvers<Error>();
  let pings = 0;
  const target = {
    ping: () => (pings += 1),
    arrivals: () => Math.min(pings, answers),
    silent: resolve,
  };
  return {
    silence,
    pings: () => pings,
    start(timeoutMs) {
      const keepalive = new Keepalive(target, 5, timeoutMs);
      keepalive.start();
      return keepalive;
    },
  };
}

test("a peer that stops answering is found out", async () => {
  const target = peer(3);
  target.start(20);
  const error = await target.silence;
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error.message).toContain("pingTimeoutMs (20 ms)");
  expect(target.pings()).toBeGreaterThan(3);
  const pings = target.pings();
  await Bun.sleep(15);
  expect(target.pings()).toBe(pings);
});

test("a peer that answers is not, nor one that need not answer", async () => {
  const [answering, exempt] = [peer(Number.POSITIVE_INFINITY), peer(0)];
  const running = [answering.start(10), exempt.start(null)];
  const silent = Promise.race([answering.silence, exempt.silence]);
  expect(await Promise.race([silent, Bun.sleep(150)])).toBeUndefined();
  for (const keepalive of running) keepalive.stop();
  expect(Math.min(answering.pings(), exempt.pings())).toBeGreaterThan(5);
});
