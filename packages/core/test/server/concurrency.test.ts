/** How a server shares itself out: slots, the line for them, steps at once, steps that take too long. */
import { CapacityReachedError, ExecutionError, GenericEnvClient, InvalidArgumentError } from "@openenv/core";
import { createEnvServer, defineEnvironment, type EnvServer, type EnvServerOptions } from "@openenv/core/server";
import { connectInProcess } from "@openenv/core/testing";
import { expect, test } from "bun:test";
import { genericSpec, HeldSteps } from "./held-env.ts";

function serverOf(steps: HeldSteps, options: EnvServerOptions): EnvServer {
  return createEnvServer(steps.definition, { variables: {}, ...options });
}

const connect = (server: EnvServer): Promise<GenericEnvClient> => connectInProcess(GenericEnvClient, server);

test("a caller in the line gets the slot that becomes free, and what it sent meanwhile is answered", async () => {
  await using server = serverOf(new HeldSteps(), { maxConcurrentEnvs: 1, queue: { max: 1, timeoutMs: 60_000 } });
  const first = await connect(server);
  await first.reset({ episode_id: "first" });
  await using second = await connect(server);
  const waiting = second.reset({ episode_id: "second" });
  expect(server.activeSessions).toBe(1);
  await first.close();
  await waiting;
  expect((await second.state()).episode_id).toBe("second");
});

test("a caller is refused when the line is full, or when it has waited for too long", async () => {
  await using server = serverOf(new HeldSteps(), { maxConcurrentEnvs: 1, queue: { max: 1, timeoutMs: 30 } });
  await using first = await connect(server);
  await first.reset();
  await using patient = await connect(server);
  await using late = await connect(server);
  expect(late.reset()).rejects.toBeInstanceOf(CapacityReachedError);
  const error: unknown = await patient.reset().catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(CapacityReachedError);
  expect(error).toMatchObject({ activeSessions: 1, maxSessions: 1 });
});

test("a caller that leaves the line is not given the slot", async () => {
  await using server = serverOf(new HeldSteps(), { maxConcurrentEnvs: 1, queue: { max: 2, timeoutMs: 60_000 } });
  const first = await connect(server);
  await first.reset();
  const gone = await connect(server);
  await using next = await connect(server);
  const waiting = next.reset({ episode_id: "next" });
  await gone.close();
  await first.close();
  await waiting;
  expect(server.activeSessions).toBe(1);
});

test("maxConcurrentSteps lets that many steps run at once, the rest in the order they came", async () => {
  const steps = new HeldSteps();
  await using server = serverOf(steps, { maxConcurrentEnvs: -1, maxConcurrentSteps: 2 });
  const clients = await Promise.all(Array.from({ length: 5 }, () => connect(server)));
  const order: unknown[] = [];
  const done: Promise<unknown>[] = [];
  for (const [n, client] of clients.entries()) {
    done.push(client.step({ n }).then(({ observation }) => order.push(observation["n"])));
    await client.connect();
  }
  while (order.length < clients.length) {
    await steps.until(Math.min(2, clients.length - order.length));
    expect(steps.running.length).toBeLessThanOrEqual(2);
    steps.running[0]?.letGo();
    await Promise.race(done.slice(order.length));
  }
  expect(order).toEqual([0, 1, 2, 3, 4]);
  await Promise.all(clients.map((client) => client.close()));
});

test("a step that takes too long is an error; the session is usable when the environment has returned", async () => {
  const steps = new HeldSteps();
  await using server = serverOf(steps, { stepTimeoutMs: 20 });
  await using client = await connect(server);
  await client.reset();
  const error: unknown = await client.step({ n: 1 }).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ExecutionError);
  expect(String(error)).toContain("stepTimeoutMs = 20");
  const [overdue] = steps.running;
  expect(overdue?.signal.aborted).toBe(true);
  expect(client.state()).rejects.toThrow("has not returned");
  overdue?.letGo();
  // The environment's promise settles in this turn of the event loop.
  await Bun.sleep(0);
  const { observation } = await client.reset();
  expect(observation["dice"]).toHaveLength(4);
  const next = client.step({ n: 2 });
  await steps.until(1);
  expect(steps.running[0]?.signal.aborted).toBe(false);
  steps.running[0]?.letGo();
  expect((await next).observation["n"]).toBe(2);
  expect((await client.state()).step_count).toBe(1);
});

test("OE-24: a slot is free as soon as its client has gone, though the environment is in the middle of a step", async () => {
  const steps = new HeldSteps();
  await using server = serverOf(steps, { maxConcurrentEnvs: 1 });
  const first = await connect(server);
  const abandoned = first.step({ n: 1 }).catch((reason: unknown) => reason);
  await steps.until(1);
  await first.close();
  expect(server.activeSessions).toBe(0);
  await using second = await connect(server);
  await second.reset();
  expect(steps.running[0]?.signal.aborted).toBe(true);
  expect(steps.closed).toBe(0);
  steps.running[0]?.letGo();
  await abandoned;
});

test("a slot is free as soon as its client has gone, though the environment is still being made", async () => {
  let make: (() => void) | undefined;
  let closed = 0;
  const begun = Promise.withResolvers<void>();
  const slow = defineEnvironment(genericSpec, async () => {
    await new Promise<void>((resolve) => {
      make = resolve;
      begun.resolve();
    });
    return {
      reset: () => ({ observation: {} }),
      step: () => ({ observation: {}, reward: 0, done: false }),
      close: () => void (closed += 1),
    };
  });
  const server = createEnvServer(slow, { variables: {} });
  const client = await connect(server);
  await begun.promise;
  await client.close();
  expect(server.activeSessions).toBe(0);
  make?.();
  await server.close();
  expect(closed).toBe(1);
});

test("supportsConcurrentSessions: false with room for several fails at the start, with the reason", () => {
  const single = defineEnvironment(
    genericSpec,
    () => ({ reset: () => ({ observation: {} }), step: () => ({ observation: {}, reward: 0, done: false }) }),
    {
      supportsConcurrentSessions: false,
    },
  );
  expect(() => createEnvServer(single, { maxConcurrentEnvs: 2, variables: {} })).toThrow(InvalidArgumentError);
  expect(() => createEnvServer(single, { maxConcurrentEnvs: 2, variables: {} })).toThrow("supportsConcurrentSessions");
  expect(() => createEnvServer(single, { variables: { MAX_CONCURRENT_ENVS: "-1" } })).toThrow(
    "MAX_CONCURRENT_ENVS to 1",
  );
  expect(createEnvServer(single, { variables: {} }).settings.maxSessions).toBe(1);
});

test("a stream that an environment keeps begins anew with each reset", async () => {
  const definition = defineEnvironment(genericSpec, ({ random }) => ({
    reset: () => ({ observation: { number: random.next() } }),
    step: () => ({ observation: { number: random.next() }, reward: null, done: false }),
  }));
  await using server = createEnvServer(definition, { variables: {} });
  await using client = await connect(server);
  const episode = async (seed?: number): Promise<unknown[]> => [
    (await client.reset(seed === undefined ? {} : { seed })).observation["number"],
    (await client.step({})).observation["number"],
  ];
  const seven = await episode(7);
  expect(await episode()).not.toEqual(seven);
  expect(await episode(7)).toEqual(seven);
});

test("the same seed gives the same random numbers, another seed others, no seed new ones", async () => {
  await using server = serverOf(new HeldSteps(), { maxConcurrentEnvs: -1 });
  await using client = await connect(server);
  const dice = async (params: { seed?: number }): Promise<unknown> => (await client.reset(params)).observation["dice"];
  const seven = await dice({ seed: 7 });
  // These very numbers, whatever the runtime.
  expect(seven).toEqual([1, 1, 6, 6]);
  expect(await dice({ seed: 7 })).toEqual(seven);
  const others = new Set<string>();
  for (const seed of [8, 7 + 2 ** 32, -7, Number.MAX_SAFE_INTEGER]) others.add(JSON.stringify(await dice({ seed })));
  others.delete(JSON.stringify(seven));
  expect(others.size).toBe(4);
  const unseeded = new Set<string>();
  for (let n = 0; n < 8; n += 1) unseeded.add(JSON.stringify(await dice({})));
  expect(unseeded.size).toBeGreaterThan(1);
});
