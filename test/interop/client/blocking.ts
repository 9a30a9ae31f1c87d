/** Our blocking client on the original: the same episodes, errors and losses as the async one. */
import { expect, test } from "bun:test";
import { CounterEnv } from "@openenv-interop/counter";
import { EchoEnv } from "@openenv-interop/echo";
import { SlowEnv } from "@openenv-interop/slow";
import { CapacityReachedError, GenericEnvClient, SessionLostError, TimeoutError, ValidationError } from "@openenv/core";

/** @param url of the server of an environment */
export function blockingTests(url: (name: string) => string): void {
  test("an episode, and eight sessions in turns", () => {
    const clients = Array.from({ length: 8 }, () => CounterEnv.sync(url("counter")));
    for (const [index, env] of clients.entries()) env.reset({ episode_id: `b${index}`, start: index });
    for (let step = 1; step <= 3; step++)
      for (const [index, env] of clients.entries())
        expect(env.step({ delta: 2 }).observation.value).toBe(index + 2 * step);
    for (const [index, env] of clients.entries())
      expect(env.state()).toMatchObject({ episode_id: `b${index}`, step_count: 3 });
    for (const env of clients) env.close();
  });

  test("texts of every kind come back as they were", () => {
    using env = EchoEnv.sync(url("echo"));
    for (const message of ["héllo 👋", "\u0000\u001f\u2028", "x".repeat(1_000_000)])
      expect(env.step({ message }).observation.echoed_message).toBe(message);
  });

  test("errors have their classes and what they carry", () => {
    using env = GenericEnvClient.sync(url("echo"));
    env.reset();
    expect(() => env.step({ mesage: "hi" })).toThrow(ValidationError);
    env.step({ message: "the session goes on" });
    using first = EchoEnv.connectSync(url("full"));
    using second = EchoEnv.connectSync(url("full"));
    first.reset();
    second.reset();
    using third = EchoEnv.sync(url("full"));
    expect(() => third.reset()).toThrow(CapacityReachedError);
  });

  test("a step that is given up takes the session with it; only a reset starts a new one", () => {
    using env = SlowEnv.sync(url("slow"));
    env.reset({ episode_id: "old" });
    expect(() => env.step({ ms: 2000 }, { timeoutMs: 20 })).toThrow(TimeoutError);
    expect(() => env.state()).toThrow(SessionLostError);
    env.reset({ episode_id: "new" });
    expect(env.state()).toEqual({ episode_id: "new", step_count: 0 });
  });
}
