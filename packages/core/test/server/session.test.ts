/** The session as a state machine: messages in, messages out, without a socket. */
import type { SessionContext } from "@openenv/core/server";
import { expect, test } from "bun:test";
import { openSocket, settled, tell } from "./memory-socket.ts";
import { answer, type Deferred, defer, serverOf } from "./scripted-env.ts";

test("an environment that returns plain values is answered before receive() returns", async () => {
  const { socket, connection } = openSocket(await serverOf({}));
  for (const type of ["reset", "step", "state"]) tell(connection, { type, ...(type === "step" && { data: {} }) });
  expect(socket.take().map(({ type }) => type)).toEqual(["observation", "observation", "state"]);
});

test("messages behind an asynchronous one wait for it, and are answered in order", async () => {
  const steps: Deferred<typeof answer>[] = [];
  const { socket, connection } = openSocket(
    await serverOf({
      step() {
        const step = defer<typeof answer>();
        steps.push(step);
        return step.promise;
      },
    }),
  );
  tell(connection, { type: "step", data: {} });
  tell(connection, { type: "nonsense" });
  connection.receive("not json");
  tell(connection, { type: "step", data: {} });
  tell(connection, { type: "state" });
  await settled();
  expect([socket.sent.length, steps.length]).toEqual([0, 1]);
  steps[0]?.resolve(answer);
  await settled();
  expect(socket.take().map(({ type, data }) => data["code"] ?? type)).toEqual([
    "observation",
    "UNKNOWN_TYPE",
    "INVALID_JSON",
  ]);
  expect(steps.length).toBe(2);
  steps[1]?.reject(new Error("no"));
  await settled();
  expect(socket.take().map(({ type, data }) => data["code"] ?? type)).toEqual(["EXECUTION_ERROR", "state"]);
});

test("bytes that are no text are refused in their turn", async () => {
  const step = defer<typeof answer>();
  const { socket, connection } = openSocket(await serverOf({ step: () => step.promise }));
  tell(connection, { type: "step", data: {} });
  connection.receiveBinary(new Uint8Array([0xff]));
  connection.receiveBinary(new TextEncoder().encode('{"type":"state"}'));
  await settled();
  expect(socket.sent).toEqual([]);
  step.resolve(answer);
  await settled();
  expect(socket.take().map(({ type, data }) => data["code"] ?? type)).toEqual(["observation", "INVALID_JSON", "state"]);
});

test("what is thrown and what is rejected are the same error; only functions that return promises are waited for", async () => {
  const replies = await Promise.all(
    [
      () => {
        throw new Error("broken");
      },
      () => Promise.reject(new Error("broken")),
      // oxlint-disable-next-line unicorn/no-thenable -- environments may come with promises of their own
      () => ({ then: (_: unknown, reject: (error: Error) => void) => reject(new Error("broken")) }) as never,
    ].map(async (step) => {
      const { socket, connection } = openSocket(await serverOf({ step }));
      tell(connection, { type: "step", data: {} });
      await settled();
      return socket.take();
    }),
  );
  const error = { type: "error", data: { message: "broken", code: "EXECUTION_ERROR" } };
  expect(replies).toEqual([[error], [error], [error]]);
});

test("the context is one object that follows the episode", async () => {
  const seen: unknown[] = [];
  let context: SessionContext | undefined;
  const look = (given: SessionContext): void => {
    context ??= given;
    expect(given).toBe(context);
    seen.push([given.episodeId, given.stepCount]);
  };
  const server = await serverOf({
    reset: (_, given) => (look(given), answer),
    step: (_, given) => (look(given), answer),
    state: (given) => (look(given), {}),
  });
  const { connection } = openSocket(server);
  tell(connection, { type: "step", data: {} });
  tell(connection, { type: "reset", data: { episode_id: "e" } });
  for (let step = 0; step < 2; step += 1) tell(connection, { type: "step", data: {} });
  tell(connection, { type: "state" });
  expect(seen).toEqual([
    [null, 0],
    [null, 1],
    ["e", 0],
    ["e", 1],
    ["e", 2],
  ]);
  expect(context?.sessionId).toMatch(/^[\da-f-]{36}$/);
  const signal = context?.signal;
  expect(signal?.aborted).toBe(false);
  connection.gone();
  expect(signal?.aborted).toBe(true);
});

test("a step counts when the environment has taken it, whatever becomes of its observation", async () => {
  const { socket, connection } = openSocket(
    await serverOf({ step: () => ({ observation: { cycle: Symbol("s") }, reward: null, done: false }) }),
  );
  tell(connection, { type: "step", data: {} });
  tell(connection, { type: "state" });
  expect(socket.take().map(({ data }) => data["code"] ?? data["step_count"])).toEqual(["EXECUTION_ERROR", 1]);
});

test("an environment that counts in its own way is believed", async () => {
  const { socket, connection } = openSocket(
    await serverOf({ state: () => ({ step_count: 40, episode_id: "own", extra: true }) }),
  );
  tell(connection, { type: "state" });
  expect(socket.take()).toEqual([{ type: "state", data: { episode_id: "own", step_count: 40, extra: true } }]);
});

test("a peer that goes during a step gets nothing more, and its environment is closed when the step has returned", async () => {
  const step = defer<typeof answer>();
  let closed = 0;
  const server = await serverOf({ step: () => step.promise, close: () => void (closed += 1) });
  const { socket, connection } = openSocket(server);
  tell(connection, { type: "step", data: {} });
  tell(connection, { type: "state" });
  connection.gone();
  expect(server.activeSessions).toBe(0);
  await settled();
  expect(closed).toBe(0);
  step.resolve(answer);
  await settled();
  connection.gone();
  await settled();
  expect([socket.sent, closed]).toEqual([[], 1]);
});

test("nothing is handled behind a close, and nothing is sent", async () => {
  const calls: string[] = [];
  const server = await serverOf({ step: () => (calls.push("step"), answer), close: () => void calls.push("close") });
  const { socket, connection } = openSocket(server);
  tell(connection, { type: "close" });
  tell(connection, { type: "step", data: {} });
  connection.receive("not json");
  connection.receiveBinary(new Uint8Array([0xff]));
  expect([socket.sent, socket.closes, server.activeSessions]).toEqual([[], [{ code: 1000, reason: "" }], 0]);
  expect(calls).not.toContain("step");
});

test("an error that cannot be shown whole is still an error", async () => {
  const input: unknown[] = [];
  input.push(input);
  const nasty = [
    Object.create(null) as object,
    { toString: () => 7 as never },
    { message: 5n },
    new Error("x", { cause: input }),
    undefined,
  ];
  const { socket, connection } = openSocket(
    await serverOf({
      step() {
        throw nasty.shift();
      },
    }),
  );
  for (let step = 0; step < 5; step += 1) tell(connection, { type: "step", data: {} });
  expect(socket.take().map(({ data }) => data["code"])).toEqual(Array.from({ length: 5 }, () => "EXECUTION_ERROR"));
});
