import { expect, test } from "bun:test";
import type { HostMessage } from "../sandbox/messages.ts";
import type { StartWorker, WorkerEvents } from "../sandbox/worker-host.ts";
import { InterpreterUnavailableError, SandboxPool, type SandboxPoolOptions } from "./sandbox-pool.ts";

/** Workers that run nothing: they become ready, or fail, when a test says so. */
class Workers {
  readonly started: {
    readonly events: WorkerEvents;
    readonly boot: HostMessage & { type: "boot" };
    killed: boolean;
  }[] = [];
  auto = true;

  readonly start: StartWorker = (events) => ({
    post: (message) => {
      if (message.type !== "boot") return;
      this.started.push({ events, boot: message, killed: false });
      if (this.auto) queueMicrotask(() => events.message({ type: "ready", snapshot: new Uint8Array(1) }));
    },
    kill: async () => {
      const worker = this.started.find((each) => each.events === events);
      if (worker !== undefined) worker.killed = true;
    },
  });

  get alive(): number {
    return this.started.filter(({ killed }) => !killed).length;
  }

  ready(index: number): void {
    this.started[index]?.events.message({ type: "ready" });
  }
}

const settings = {
  languages: ["python"],
  wheels: [],
  memoryBytes: 1,
  fileBytes: 1,
  outputBytes: 1,
} as const satisfies SandboxPoolOptions["settings"];

const never = new AbortController().signal;

function makePool(workers: Workers, options: Partial<SandboxPoolOptions> = {}): SandboxPool {
  return new SandboxPool({
    startWorker: workers.start,
    settings,
    min: 1,
    max: 2,
    acquireTimeoutMs: 1000,
    log: () => undefined,
    ...options,
  });
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

test("the first makes the snapshot that the others start from", async () => {
  const workers = new Workers();
  const pool = makePool(workers, { min: 2, max: 3 });
  await pool.start();
  await settled();
  expect(workers.started.map(({ boot }) => [boot.makeSnapshot, boot.snapshot?.length])).toEqual([
    [true, undefined],
    [false, 1],
  ]);
  expect(pool.warm).toBe(2);
  await pool.close();
  expect(workers.alive).toBe(0);
});

test("a warm one is given at once, and the next one starts behind it", async () => {
  const workers = new Workers();
  const pool = makePool(workers);
  await pool.start();
  workers.auto = false;
  const sandbox = await pool.acquire(never);
  expect(workers.started.length).toBe(2);
  pool.release(sandbox);
  expect(workers.started[0]?.killed).toBe(true);
  await pool.close();
});

test("at the limit a caller waits until one is given back, in order", async () => {
  const workers = new Workers();
  const pool = makePool(workers, { min: 0, max: 1 });
  await pool.start();
  const first = await pool.acquire(never);
  const order: string[] = [];
  const second = pool.acquire(never).then((sandbox) => (order.push("second"), sandbox));
  const third = pool.acquire(never).then((sandbox) => (order.push("third"), sandbox));
  await settled();
  expect(order).toEqual([]);
  pool.release(first);
  pool.release(await second);
  await third;
  expect(order).toEqual(["second", "third"]);
  expect(pool.size).toBe(1);
  await pool.close();
});

test("whoever exchanges keeps the place that this makes, before those who wait", async () => {
  const workers = new Workers();
  const pool = makePool(workers, { min: 0, max: 1 });
  await pool.start();
  const mine = await pool.acquire(never);
  const waiting = pool.acquire(never).catch((error: unknown) => error);
  const exchanged = await pool.exchange(mine, never);
  expect(exchanged).not.toBe(mine);
  expect(mine.lost).toBe(true);
  await pool.close();
  expect(await waiting).toBeInstanceOf(InterpreterUnavailableError);
});

test("waiting is bounded, and says which option to change", async () => {
  const workers = new Workers();
  const pool = makePool(workers, { min: 0, max: 1, acquireTimeoutMs: 20 });
  await pool.start();
  await pool.acquire(never);
  const error: unknown = await pool.acquire(never).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(InterpreterUnavailableError);
  expect(error).toMatchObject({ retryable: true });
  expect(String(error)).toMatch(/1 of at most 1 are in use\. Raise pool\.max/);
  await pool.close();
});

test("a session that ends while it waits leaves the line", async () => {
  const workers = new Workers();
  const pool = makePool(workers, { min: 0, max: 1 });
  await pool.start();
  const held = await pool.acquire(never);
  const controller = new AbortController();
  const gone = pool.acquire(controller.signal).catch((error: unknown) => error);
  controller.abort(new Error("gone"));
  expect(String(await gone)).toBe("Error: gone");
  pool.release(held);
  await settled();
  expect((await pool.acquire(never)).lost).toBe(false);
  await pool.close();
});

test("a warm one that has died is not given", async () => {
  const workers = new Workers();
  const pool = makePool(workers, { min: 1, max: 3 });
  await pool.start();
  workers.started[0]?.events.gone("killed from outside");
  expect((await pool.acquire(never)).lost).toBe(false);
  await pool.close();
});

test("when starting fails again and again, those who wait are told why", async () => {
  const workers = new Workers();
  const pool = makePool(workers, { min: 0, max: 4 });
  await pool.start();
  await pool.acquire(never);
  workers.auto = false;
  const waiting = pool.acquire(never).catch((error: unknown) => error);
  for (let index = 1; index <= 3; index += 1) {
    workers.started[index]?.events.message({ type: "failed", message: "no memory" });
    await settled();
  }
  expect(String(await waiting)).toMatch(/No interpreter could be started: no memory/);
  await pool.close();
});

test("a first interpreter that does not start fails the server's start", async () => {
  const workers = new Workers();
  workers.auto = false;
  const pool = makePool(workers);
  const started = pool.start().catch((error: unknown) => error);
  workers.started[0]?.events.message({ type: "failed", message: "not found" });
  expect(String(await started)).toMatch(/The first interpreter did not start: not found/);
  await pool.close();
});

test("closing while the first one starts ends the start", async () => {
  const workers = new Workers();
  workers.auto = false;
  const pool = makePool(workers);
  const started = pool.start().catch((error: unknown) => error);
  await pool.close();
  expect(await started).toBeInstanceOf(InterpreterUnavailableError);
  expect(workers.alive).toBe(0);
});
