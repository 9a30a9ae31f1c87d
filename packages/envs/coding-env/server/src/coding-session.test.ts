import { expect, test } from "bun:test";
import type { SessionContext } from "@openenv/core/server";
import { CodingSession } from "./coding-session.ts";
import { SandboxPool } from "./pool/sandbox-pool.ts";
import type { HostMessage, WorkerMessage } from "./sandbox/messages.ts";
import type { StartWorker } from "./sandbox/worker-host.ts";
import { composeTransforms } from "./transform/code-transform.ts";

/** Workers that echo the code as stdout; code that is "hang" is never answered. */
function fakeWorkers(): { readonly start: StartWorker; readonly alive: Set<object>; readonly ran: string[] } {
  const alive = new Set<object>();
  const ran: string[] = [];
  const start: StartWorker = (events) => {
    const say = (...messages: readonly WorkerMessage[]): void =>
      queueMicrotask(() => {
        if (alive.has(events)) for (const message of messages) events.message(message);
      });
    alive.add(events);
    return {
      post: (message: HostMessage) => {
        if (message.type === "boot") {
          say({ type: "ready" });
          return;
        }
        ran.push(message.code);
        if (message.code === "crash") say({ type: "lost", exitCode: 137, reason: "The interpreter crashed." });
        if (message.code === "crash" || message.code === "hang") return;
        const result = { exitCode: 0, syntaxError: false, omitted: { stdout: 0, stderr: 0 } };
        say({ type: "output", stream: "stdout", text: message.code }, { type: "done", result });
      },
      kill: async () => {
        alive.delete(events);
      },
    };
  };
  return { start, alive, ran };
}

function setUp(options: { readonly stepTimeoutMs?: number } = {}) {
  const workers = fakeWorkers();
  const pool = new SandboxPool({
    startWorker: workers.start,
    settings: { languages: ["javascript"], wheels: [], memoryBytes: 1, fileBytes: 1, outputBytes: 1 },
    min: 0,
    max: 1,
    acquireTimeoutMs: 1000,
    log: () => undefined,
  });
  const session = new CodingSession({
    pool,
    stepTimeoutMs: options.stepTimeoutMs ?? 1000,
    transform: composeTransforms(),
  });
  const controller = new AbortController();
  const context = { signal: controller.signal } as SessionContext;
  const step = (code: string) => session.step({ code, language: "python" }, context);
  return { workers, pool, session, controller, context, step };
}

test("a session that ends in the middle of a step ends its interpreter at once, and takes no other", async () => {
  const { workers, pool, session, controller, context, step } = setUp({ stepTimeoutMs: 100_000 });
  await session.reset({}, context);
  const running = step("hang").catch((error: unknown) => error);
  await Bun.sleep(1);
  expect(workers.alive.size).toBe(1);
  controller.abort(new Error("the socket is gone"));
  expect(String(await running)).toContain("the socket is gone");
  session.close();
  await Bun.sleep(1);
  expect(workers.alive.size).toBe(0);
  expect(pool.size).toBe(0);
});

test("a reset keeps an interpreter that has run nothing, and replaces one that has", async () => {
  const { workers, session, context, step } = setUp();
  await session.reset({}, context);
  const [first] = workers.alive;
  await session.reset({}, context);
  expect([...workers.alive]).toEqual([first as object]);
  await step("1");
  await session.reset({}, context);
  expect(workers.alive.has(first as object)).toBe(false);
  expect(workers.alive.size).toBe(1);
});

test("after a timeout and a crash the session goes on, and says what happened", async () => {
  const { session, context, step } = setUp({ stepTimeoutMs: 20 });
  await session.reset({}, context);
  const slow = await step("hang");
  expect(slow.observation).toEqual({
    stdout: "",
    stderr:
      "Timeout: the code ran for longer than 0.02 s and was stopped. " +
      "A fresh interpreter takes its place: variables, imports and files are gone.\n",
    exit_code: 124,
  });
  expect(session.state()).toEqual({ last_exit_code: 124 });
  expect((await step("crash")).observation.exit_code).toBe(137);
  expect((await step("again")).observation).toEqual({ stdout: "again", stderr: "", exit_code: 0 });
});

test("a step before any reset has an interpreter too", async () => {
  const { step, workers } = setUp();
  expect((await step("first")).observation.stdout).toBe("first");
  expect(workers.ran).toEqual(["first"]);
});

test("the metadata has the code, as the original's does", async () => {
  const { session, context, step } = setUp();
  expect((await session.reset({}, context)).metadata).toEqual({});
  expect((await step("x")).metadata).toEqual({ last_code: "x" });
});
