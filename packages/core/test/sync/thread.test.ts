/** Workers that go wrong, as the blocked thread sees them. On Bun only: these reach into the package. */
import { expect, test } from "bun:test";
import { GenericEnvClient, SessionLostError, SyncUnsupportedError } from "@openenv/core";
import { clientThread } from "../../src/sync/client-thread.ts";
import { NoAnswerError, Thread, ThreadEndedError } from "../../src/sync/thread.ts";
import { startPuppet, throws } from "./support.ts";

function odd(way: string, silenceMs = 10_000, startMs?: number): Thread {
  // Bun takes no query in the URL of a worker.
  process.env["ODD_WORKER"] = way;
  return new Thread({ silenceMs, startMs, entry: new URL("./odd-worker.ts", import.meta.url) });
}

function say(thread: Thread, text: string, limitMs: number): string {
  return thread.callText(1, "say", text, undefined, { limitMs });
}

test("issue 5: a worker that is not there, or does not start, is refused by name", () => {
  const entry = new URL("./nowhere.ts", import.meta.url);
  throws(() => new Thread({ silenceMs: 1000, entry }), SyncUnsupportedError, /no such file.*bundler/);
  throws(() => odd("never-ready", 1000, 100), NoAnswerError, /not ready within 100 ms/);
});

test("issue 5: a worker that hangs is given up after a while without a sign of life", () => {
  for (const way of ["hangs", "deaf"]) {
    const thread = odd(way, 500);
    throws(() => say(thread, "never", Number.POSITIVE_INFINITY), ThreadEndedError, /no sign of life for 500 ms/);
    throws(() => say(thread, "more", 1000), ThreadEndedError);
  }
}, 20_000);

test("OE-01: a late answer is heard by nobody", () => {
  const thread = odd("late");
  expect(() => say(thread, "late", 1)).toThrow(NoAnswerError);
  for (let index = 0; index < 50; index += 1) {
    expect(say(thread, `text-${index}`, 5000)).toBe(`text-${index}`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
  thread.end();
});

test("issue 5: when the clients' worker is lost, sessions are lost with it, and a reset starts another", async () => {
  await using server = await startPuppet();
  using one = GenericEnvClient.sync(server.url);
  using two = GenericEnvClient.sync(server.url);
  one.reset();
  two.reset();
  clientThread().end(new ThreadEndedError("The worker was shot."));
  const lost = throws(() => one.step({}), SessionLostError, /The worker was shot\. Call reset\(\)/);
  expect(lost.cause).toBeInstanceOf(ThreadEndedError);
  throws(() => one.state(), SessionLostError);
  throws(() => two.state(), SessionLostError);
  one.connect();
  throws(() => one.step({}), SessionLostError);
  expect(one.reset({ a: 1 }).observation).toEqual({ a: 1 });
  expect(one.step({ b: 2 }).observation).toEqual({ b: 2 });
  throws(() => two.step({}), SessionLostError);
});
