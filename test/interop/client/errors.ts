/** How the original's errors reach our callers: one class for each wire code, with all it carries. */
import { expect, test } from "bun:test";
import { BrokenEnv } from "@openenv-interop/broken";
import { EchoEnv } from "@openenv-interop/echo";
import { FaultyEnv } from "@openenv-interop/faulty";
import { RichEnv } from "@openenv-interop/rich";
import {
  CapacityReachedError,
  ExecutionError,
  FactoryError,
  GenericEnvClient,
  InvalidJsonError,
  MessageTooLargeError,
  SessionError,
  SessionLostError,
  UnknownTypeError,
  ValidationError,
} from "@openenv/core";
import { failure } from "../harness/failure.ts";
import { insteadOfTheFirst, withQuery } from "../harness/tampered.ts";

/** @param url of the server of an environment; `full` is an echo with two sessions */
export function errorTests(url: (name: string) => string): void {
  test("VALIDATION_ERROR: type and place of every mistake; the session goes on unchanged", async () => {
    await using env = await GenericEnvClient.connect(url("echo"));
    await env.reset({ episode_id: "keep" });
    const error = await failure(env.step({ zz: 1 }), ValidationError);
    expect(error.errors.map(({ type, loc }) => ({ type, loc }))).toEqual([
      { type: "missing", loc: ["message"] },
      { type: "extra_forbidden", loc: ["zz"] },
    ]);
    expect(await env.state()).toMatchObject({ episode_id: "keep", step_count: 0 });
  });

  test("VALIDATION_ERROR: our own check names the same mistakes before anything is sent", async () => {
    const bad = { mode: "odd", point: { x: 1, z: 1 }, path: [{ y: 1 }], color: "pink", text: "x".repeat(5001) };
    await using checked = new RichEnv({ baseUrl: url("rich") });
    await using unchecked = new RichEnv({ baseUrl: url("rich"), validate: false });
    const [ours, theirs] = await Promise.all(
      [checked, unchecked].map((env) => failure(env.step(bad as never), ValidationError)),
    );
    const places = (error: ValidationError | undefined) =>
      error?.errors.map(({ type, loc }) => `${type} ${loc.join(".")}`).toSorted();
    expect(places(ours)).toEqual(places(theirs));
    expect(places(ours)).toHaveLength(5);
  });

  test("EXECUTION_ERROR: the environment's own words; the session goes on", async () => {
    await using env = await FaultyEnv.connect(url("faulty"));
    await env.reset({ episode_id: "f" });
    expect((await failure(env.step({ command: "raise" }), ExecutionError)).message).toBe("faulty: raised");
    await failure(env.step({ command: "raise_late" }), ExecutionError);
    await failure(env.step({ command: "unserializable" }), ExecutionError);
    await failure(env.reset({ fail: true }), ExecutionError);
    expect((await env.step({ command: "ok" })).observation.result).toBe("ok");
    await env.step({ command: "break_state" });
    expect((await failure(env.state(), ExecutionError)).message).toBe("faulty: state is broken");
  });

  test("INVALID_JSON and UNKNOWN_TYPE; the session goes on", async () => {
    for (const [message, errorClass] of [
      ["{bad", InvalidJsonError],
      ['{"type":"fly"}', UnknownTypeError],
    ] as const) {
      await using env = new EchoEnv({ baseUrl: url("echo"), connect: insteadOfTheFirst(message) });
      await failure(env.step({ message: "lost" }), errorClass);
      expect((await env.step({ message: "next" })).observation.echoed_message).toBe("next");
    }
  });

  test("CAPACITY_REACHED: both counts, retryable, and the slot comes back", async () => {
    await using first = await EchoEnv.connect(url("full"));
    await using second = await EchoEnv.connect(url("full"));
    await Promise.all([first.state(), second.state()]);
    await using third = new EchoEnv({ baseUrl: url("full") });
    const error = await failure(third.reset(), CapacityReachedError);
    expect(error).toMatchObject({ activeSessions: 2, maxSessions: 2, retryable: true });
    await second.close();
    expect((await third.reset()).observation.echoed_message).toBe("ready");
  });

  test("FACTORY_ERROR: the factory's name", async () => {
    await using env = new BrokenEnv({ baseUrl: url("broken") });
    const error = await failure(env.reset(), FactoryError);
    expect(error.factoryName).toBe("BrokenEnvironment");
  });

  test("SESSION_ERROR: the reason", async () => {
    await using env = new EchoEnv({ baseUrl: url("echo"), connect: withQuery("session_id=no-such-session") });
    expect((await failure(env.reset(), SessionError)).message).toContain("no-such-session");
  });

  test("a message over the server's limit: refused here, or lost there with a word about whose limit it is", async () => {
    const message = "x".repeat(17 * 1024 * 1024);
    await using careful = await EchoEnv.connect(url("echo"));
    await failure(careful.step({ message }), MessageTooLargeError);
    expect((await careful.step({ message: "goes on" })).observation.message_length).toBe(7);

    await using careless = await EchoEnv.connect(url("echo"), { maxSendBytes: 64 * 1024 * 1024 });
    await careless.reset();
    const error = await failure(careless.step({ message }), MessageTooLargeError);
    expect(error.message).toContain("1009");
    await failure(careless.state(), SessionLostError);
    expect((await careless.reset()).observation.echoed_message).toBe("ready");
  });

  test("a large message within the limit goes both ways", async () => {
    const message = "y".repeat(8 * 1024 * 1024);
    await using env = await EchoEnv.connect(url("echo"));
    const { observation } = await env.step({ message });
    expect(observation.message_length).toBe(message.length);
    expect(observation.echoed_message === message).toBe(true);
  });
}
