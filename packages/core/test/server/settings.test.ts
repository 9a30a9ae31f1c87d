import { InvalidArgumentError } from "@openenv/core";
import { createEnvServer, defineEnvironment, type EnvServerOptions, type ServerSettings } from "@openenv/core/server";
import { expect, test } from "bun:test";
import { answer, openSpec } from "./scripted-env.ts";

const definition = defineEnvironment(openSpec, () => ({ reset: () => answer, step: () => answer }));

function settingsOf(options: EnvServerOptions): ServerSettings {
  return createEnvServer(definition, { variables: {}, ...options }).settings;
}

test("OE-26: each option is independent of the others", () => {
  const defaults = settingsOf({});
  const others: EnvServerOptions = {
    maxConcurrentEnvs: 4,
    mode: "production",
    maxMessageBytes: 10,
    idleTimeoutMs: 10,
    detachedTimeoutMs: null,
    pingIntervalMs: null,
    pingTimeoutMs: 10,
    closeTimeoutMs: 10,
    exposeErrors: false,
    unknownResetParams: "reject",
  };
  for (const [name, value] of Object.entries(others)) {
    const changed = name === "maxConcurrentEnvs" ? "maxSessions" : name;
    expect(settingsOf({ [name]: value })).toEqual({ ...defaults, [changed]: value });
  }
});

test("undefined is the default, null is never", () => {
  const { pingIntervalMs, idleTimeoutMs } = settingsOf({ pingIntervalMs: undefined, idleTimeoutMs: undefined });
  expect([pingIntervalMs, idleTimeoutMs]).toEqual([20_000, null]);
  expect(settingsOf({ pingIntervalMs: null }).pingIntervalMs).toBeNull();
});

test("a time that no timer holds is the longest one that does, not the shortest", () => {
  for (const time of [2 ** 31, 1e12, Number.POSITIVE_INFINITY]) {
    const { closeTimeoutMs, idleTimeoutMs, pingTimeoutMs } = settingsOf({
      closeTimeoutMs: time,
      idleTimeoutMs: time,
      pingTimeoutMs: time,
    });
    expect([closeTimeoutMs, idleTimeoutMs, pingTimeoutMs]).toEqual([2 ** 31 - 1, 2 ** 31 - 1, 2 ** 31 - 1]);
  }
});

test("an invalid option is refused at start, by its name", () => {
  const invalid: readonly object[] = [
    { maxConcurrentEnvs: 0 },
    { maxConcurrentEnvs: -2 },
    { maxConcurrentEnvs: 1.5 },
    { maxConcurrentEnvs: "4" },
    { maxConcurrentEnvs: Number.NaN },
    { mode: "test" },
    { maxMessageBytes: 0 },
    { maxMessageBytes: "16MiB" },
    { idleTimeoutMs: -1 },
    { pingIntervalMs: 0 },
    { closeTimeoutMs: Number.NaN },
  ];
  for (const options of invalid) {
    const [name = ""] = Object.keys(options);
    try {
      settingsOf(options);
      throw new Error(`${JSON.stringify(options)} was taken.`);
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidArgumentError);
      expect((error as InvalidArgumentError).details["argument"]).toBe(name);
      expect((error as InvalidArgumentError).message).toStartWith(name);
    }
  }
});

test("a manifest with an invalid limit is refused too", () => {
  const spec = { ...openSpec, manifest: { ...openSpec.manifest, maxConcurrentEnvs: 0 } };
  const broken = defineEnvironment(spec, definition.factory);
  expect(() => createEnvServer(broken, { variables: {} })).toThrow(/of the manifest/);
});

test("without variables given, those of the process are read", () => {
  const before = process.env["MAX_CONCURRENT_ENVS"];
  process.env["MAX_CONCURRENT_ENVS"] = "17";
  try {
    expect(createEnvServer(definition).settings.maxSessions).toBe(17);
  } finally {
    if (before === undefined) delete process.env["MAX_CONCURRENT_ENVS"];
    else process.env["MAX_CONCURRENT_ENVS"] = before;
  }
});
