/** EnvFleet, over real processes. */
import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  CapacityReachedError,
  ConnectionFailedError,
  GenericEnvClient,
  InvalidArgumentError,
  SessionLostError,
  TasksUnsupportedError,
} from "@openenv/core";
import { EnvFleet, type FleetEvent, type FleetOptions } from "@openenv/core/fleet";
import { ProcessProvider, type ProcessProviderOptions } from "@openenv/core/providers";
import { EchoEnv } from "@openenv/echo-env";
import { SlowEnv } from "@openenv-interop/slow";
import { join } from "node:path";
import { PythonServers } from "../interop/harness/python-servers.ts";
import { describeWithPython } from "../interop/harness/python.ts";
import { verifies } from "../conformance/verifies.ts";
import { killListener, processesWith, until } from "../providers/harness/processes.ts";
import { rejection } from "../providers/harness/rejection.ts";

setDefaultTimeout(90_000);

const root = join(import.meta.dirname, "../..");
const echo = join(root, "packages/envs/echo-env/server/src/main.ts");
const slow = join(root, "test/interop/envs/slow/server/src/main.ts");
const odd = join(root, "test/providers/fixtures/odd-server.ts");

let mark = 0;
const undo: (() => Promise<void>)[] = [];
const left = (): readonly number[] => processesWith(`OPENENV_TEST_MARK=fleet-${process.pid}-${mark}`);

/** Makes the provider of each replica. */
function processes(options: ProcessProviderOptions): () => ProcessProvider {
  const env = { OPENENV_TEST_MARK: `fleet-${process.pid}-${mark}` };
  return () => new ProcessProvider({ runtime: "bun", ...options, env: { ...env, ...options.env } });
}

interface Watched {
  readonly fleet: EnvFleet;
  /** Resolves when something of this kind has happened to a server, from now on or before. */
  readonly saw: (type: FleetEvent["type"], baseUrl?: string) => Promise<void>;
}

async function start(options: FleetOptions): Promise<Watched> {
  const events: FleetEvent[] = [];
  const fleet = await EnvFleet.start({
    probeIntervalMs: 100,
    restartPauseMs: 10,
    ...options,
    onEvent: (event) => events.push(event),
  });
  undo.push(() => fleet.close());
  const saw = (type: FleetEvent["type"], baseUrl?: string): Promise<void> =>
    until(`a server has ${type}: ${JSON.stringify(events)}`, () =>
      events.some((event) => event.type === type && (baseUrl === undefined || event.baseUrl === baseUrl)),
    );
  return { fleet, saw };
}

afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
  await until("no process is left", () => left().length === 0);
  mark += 1;
});

describe("a fleet of processes", () => {
  test("a client's further sessions are spread too, and what it asks beside them is answered by any server", async () => {
    verifies("fleet:spread", "client:sessions");
    const { fleet } = await start({ provider: processes({ source: echo, maxConcurrentEnvs: 16 }), replicas: 2 });
    await using env = await fleet.connect(EchoEnv);
    const others = await Promise.all([env.newSession(), env.newSession(), env.newSession()]);
    await Promise.all([env, ...others].map((each) => each.reset()));
    expect(fleet.replicas().map(({ own }) => own)).toEqual([2, 2]);
    expect(await env.serverLimits()).toMatchObject({ stepTimeoutMs: null });
    expect(await rejection(env.listTasks("train"))).toBeInstanceOf(TasksUnsupportedError);
  });

  test("64 sessions are spread evenly; when all are full the next is refused, and one that ends makes room", async () => {
    verifies("fleet:spread", "fleet:refusal");
    const { fleet } = await start({ provider: processes({ source: echo, maxConcurrentEnvs: 16 }), replicas: 4 });
    const envs = await Promise.all(Array.from({ length: 64 }, () => fleet.connect(EchoEnv)));
    expect(fleet.replicas().map(({ own }) => own)).toEqual([16, 16, 16, 16]);
    expect(fleet.capacity()).toEqual({ active: 64, max: 64, queued: 0 });
    const steps = envs.map(async (env, index) => {
      await env.reset();
      return (await env.step({ message: `of ${index}` })).observation.echoed_message;
    });
    expect(await Promise.all(steps)).toEqual(envs.map((_, index) => `of ${index}`));
    const refused = await rejection(fleet.connect(EchoEnv));
    expect(refused).toBeInstanceOf(CapacityReachedError);
    expect(refused).toMatchObject({ activeSessions: 64, maxSessions: 64, retryable: true });
    await envs[0]?.close();
    await using next = await fleet.connect(EchoEnv);
    await next.reset();
    await Promise.all(envs.map((env) => env.close()));
  });

  test("a server that is killed takes its own sessions with it and no other; it is started again", async () => {
    verifies("fleet:failure", "fleet:restart");
    const { fleet, saw } = await start({ provider: processes({ source: slow, maxConcurrentEnvs: 64 }), replicas: 4 });
    const envs = await Promise.all(Array.from({ length: 32 }, () => fleet.connect(SlowEnv)));
    await Promise.all(envs.map((env) => env.reset()));
    const [victim] = fleet.replicas();
    const steps = Promise.allSettled(envs.map((env) => env.step({ ms: 500 })));
    killListener(victim?.baseUrl ?? "", left());
    const outcomes = await steps;
    const lost = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as Error] : []));
    expect(lost.length).toBe(8);
    for (const error of lost) expect(error).toBeInstanceOf(SessionLostError);
    expect(lost[0]?.message).toContain("SIGKILL");
    await saw("left", victim?.baseUrl);
    await until("four are ready", () => fleet.replicas().filter(({ state }) => state === "ready").length === 4);
    // Who has lost a session gets another one where there is room most.
    const resumed = envs.filter((_, index) => outcomes[index]?.status === "rejected");
    await Promise.all(resumed.map((env) => env.reset()));
    expect(fleet.replicas().map(({ own }) => own)).toEqual([8, 8, 8, 8]);
    await Promise.all(envs.map((env) => env.close()));
  });

  test("a warm spare takes the place of a server that fails, at once", async () => {
    verifies("fleet:spares");
    const { fleet, saw } = await start({
      provider: processes({ source: echo, maxConcurrentEnvs: 4 }),
      replicas: 1,
      spares: 1,
      restartPauseMs: 60_000,
    });
    const states = (): readonly string[] => fleet.replicas().map(({ state }) => state);
    expect(states()).toEqual(["ready", "spare"]);
    const [first, spare] = fleet.replicas();
    await using env = await fleet.connect(EchoEnv);
    await env.reset();
    killListener(first?.baseUrl ?? "", left());
    await saw("left", first?.baseUrl);
    expect(fleet.replicas()).toMatchObject([{ baseUrl: spare?.baseUrl, state: "ready" }]);
    await env.reset();
    expect(fleet.replicas()).toMatchObject([{ own: 1 }]);
  });

  test("a session waits for room when it may", async () => {
    verifies("fleet:wait");
    const { fleet } = await start({
      provider: processes({ source: echo, maxConcurrentEnvs: 1 }),
      waitForSlotMs: 60_000,
    });
    const first = await fleet.connect(EchoEnv);
    const second = fleet.connect(EchoEnv);
    const reason = new Error("enough");
    const controller = new AbortController();
    const third = rejection(fleet.connect(EchoEnv, { signal: controller.signal }));
    controller.abort(reason);
    expect(await third).toBe(reason);
    await first.close();
    await using env = await second;
    await env.reset();
  });

  test("when one cannot be started nothing is left, and the error is the provider's", async () => {
    verifies("fleet:start:all-or-nothing");
    let made = 0;
    const good = processes({ source: echo });
    const bad = processes({ source: odd, env: { MODE: "crash" } });
    const provider = (): ProcessProvider => ((made += 1) === 3 ? bad() : good());
    const error = await rejection(EnvFleet.start({ provider, replicas: 3 }));
    expect(error.message).toMatch(/ended with exit code 3.*the reason of the crash/s);
    expect(left()).toEqual([]);
  });

  test("options that contradict each other are refused by name", async () => {
    const one = new ProcessProvider({ source: echo });
    const wrong: readonly (readonly [FleetOptions, string])[] = [
      [{}, "provider"],
      [{ servers: [] }, "servers"],
      [{ servers: ["http://127.0.0.1:1"], replicas: 2 }, "replicas"],
      [{ provider: () => one, replicas: 0 }, "replicas"],
      [{ provider: one as never }, "provider"],
      [{ servers: ["x"], replica: 2 } as FleetOptions, "replica"],
    ];
    for (const [options, argument] of wrong) {
      const error = await rejection(EnvFleet.start(options));
      expect(error).toBeInstanceOf(InvalidArgumentError);
      expect(error).toMatchObject({ details: { argument } });
    }
  });
});

describe("a fleet of servers that run already", () => {
  test("two trainers see each other's sessions", async () => {
    verifies("fleet:shared");
    const { fleet: owner } = await start({ provider: processes({ source: echo, maxConcurrentEnvs: 8 }), replicas: 2 });
    const servers = owner.replicas().map(({ baseUrl }) => baseUrl);
    const { fleet: a } = await start({ servers });
    const { fleet: b } = await start({ servers });
    const [first = ""] = servers;
    // Somebody else has filled a part of the first server.
    const others = await Promise.all(Array.from({ length: 6 }, () => EchoEnv.connect(first)));
    await Promise.all(others.map((env) => env.reset()));
    await until("both know", () => [a, b].every((fleet) => fleet.capacity().active === 6));
    const envs = await Promise.all(Array.from({ length: 6 }, () => a.connect(EchoEnv)));
    expect(a.replicas().map(({ own, others: not }) => [own, not])).toEqual([
      [0, 6],
      [6, 0],
    ]);
    await until("b knows", () => b.capacity().active === 12);
    expect(b.capacity()).toEqual({ active: 12, max: 16, queued: 0 });
    await Promise.all([...others, ...envs].map((env) => env.close()));
  });

  test("one that is sick gets no session until it is well again", async () => {
    verifies("fleet:ejection");
    let isSick = false;
    const { fleet: owner } = await start({ provider: processes({ source: echo, maxConcurrentEnvs: 8 }), replicas: 2 });
    const [one = "", two = ""] = owner.replicas().map(({ baseUrl }) => baseUrl);
    using door = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      fetch: ({ url }) => {
        const path = new URL(url).pathname;
        return isSick && path === "/health" ? new Response("no", { status: 503 }) : fetch(`${two}${path}`);
      },
    });
    const { fleet, saw } = await start({ servers: [one, `http://127.0.0.1:${door.port}`] });
    isSick = true;
    await saw("ejected", `http://127.0.0.1:${door.port}`);
    const envs = await Promise.all(Array.from({ length: 4 }, () => fleet.connect(EchoEnv)));
    expect(fleet.replicas().map(({ own }) => own)).toEqual([4, 0]);
    isSick = false;
    await saw("returned", `http://127.0.0.1:${door.port}`);
    await Promise.all(envs.map((env) => env.close()));
  });

  describeWithPython("servers in Python", (interpreter) => {
    test("which tell nothing of their capacity, are balanced by the fleet's own count, and a full one is passed over", async () => {
      verifies("fleet:python", "fleet:refusal");
      await using python = await PythonServers.start(interpreter, ["echo:2", "echo:4"]);
      const { fleet } = await start({ servers: [python.url("echo:2"), python.url("echo:4")] });
      const envs: GenericEnvClient[] = [];
      for (let session = 0; session < 6; session += 1) envs.push(await fleet.connect(GenericEnvClient));
      await Promise.all(envs.map((env) => env.reset()));
      expect(fleet.replicas().map(({ own }) => own)).toEqual([2, 4]);
      expect(await rejection(fleet.connect(GenericEnvClient))).toBeInstanceOf(CapacityReachedError);
      await Promise.all(envs.map((env) => env.close()));
      const again = await Promise.all(Array.from({ length: 4 }, () => fleet.connect(GenericEnvClient)));
      expect(fleet.replicas().map(({ own }) => own)).toEqual([2, 2]);
      await Promise.all(again.map((env) => env.close()));
    });
  });

  test("without a healthy one the start says what is wrong with each", async () => {
    const error = await rejection(EnvFleet.start({ servers: ["http://127.0.0.1:1", "http://127.0.0.1:2"] }));
    expect(error).toBeInstanceOf(ConnectionFailedError);
    expect(error.message).toMatch(/127\.0\.0\.1:1: ECONNREFUSED; http:\/\/127\.0\.0\.1:2/);
  });

  test("a session of before is at one server, which a fleet does not know: refused", async () => {
    const { fleet } = await start({ provider: processes({ source: echo }) });
    const env = new EchoEnv({ baseUrl: fleet.baseUrl, connect: fleet.connector, sessionId: "x" });
    expect(await rejection(env.reset())).toMatchObject({ details: { argument: "sessionId" } });
    expect(await rejection(fleet.connect(EchoEnv, { resume: true }))).toMatchObject({
      details: { argument: "resume" },
    });
    await env.close();
  });
});
