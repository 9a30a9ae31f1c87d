/** Flags and environment variables of a server program; signals and output are tested with real programs. */
import { InvalidArgumentError } from "@openenv/core";
import { defineEnvironment } from "@openenv/core/server";
import { afterEach, expect, test } from "bun:test";

import { runServerWith } from "../../src/serve/command.ts";
import type { ServeOptions } from "../../src/serve/options.ts";
import { answer, openSpec } from "../server/scripted-env.ts";

const definition = defineEnvironment(openSpec, () => ({ reset: () => answer, step: () => answer }));
const variables = { ...process.env };

afterEach(() => {
  for (const name of ["PORT", "HOST"]) {
    if (variables[name] === undefined) delete process.env[name];
    else process.env[name] = variables[name];
  }
});

/** What `serve` would be called with. */
async function optionsOf(...argv: readonly string[]): Promise<ServeOptions> {
  class Served extends Error {
    readonly options: ServeOptions;
    constructor(options: ServeOptions) {
      super();
      this.options = options;
    }
  }
  try {
    await runServerWith((_, options) => Promise.reject(new Served(options)), definition, argv);
  } catch (error) {
    if (error instanceof Served) return error.options;
    throw error;
  }
  throw new Error("It did not serve.");
}

test("flags are options", async () => {
  const flags = ["--port", "0", "--host", "0.0.0.0", "--max-concurrent-envs", "8", "--mode", "production"];
  expect(await optionsOf(...flags)).toMatchObject({
    port: 0,
    hostname: "0.0.0.0",
    maxConcurrentEnvs: 8,
    mode: "production",
  });
});

test("a negative number may stand behind its flag or behind an equals sign", async () => {
  for (const flags of [["--max-concurrent-envs", "-1"], ["--max-concurrent-envs=-1"]]) {
    expect((await optionsOf(...flags, "--port", "1")).maxConcurrentEnvs).toBe(-1);
  }
});

test("PORT and HOST are read where the flags are left out; the other variables are the server's own to read", async () => {
  process.env["PORT"] = "9001";
  process.env["HOST"] = "::1";
  expect(await optionsOf()).toMatchObject({
    port: 9001,
    hostname: "::1",
    maxConcurrentEnvs: undefined,
    mode: undefined,
  });
  expect(await optionsOf("--port", "9002", "--host", "::")).toMatchObject({ port: 9002, hostname: "::" });
  process.env["PORT"] = "";
  process.env["HOST"] = "";
  expect(await optionsOf()).toMatchObject({ port: undefined, hostname: undefined });
});

test("what is not a flag, or not a number, is refused by its name", async () => {
  const refused: readonly (readonly [string, ...string[]])[] = [
    ["--port", "--port", "x"],
    ["--port", "--port", "1.5"],
    ["--port", "--port", "65536"],
    ["--port", "--port=-1"],
    ["--max-concurrent-envs", "--max-concurrent-envs", "1e3"],
    ["--prot", "--prot", "1"],
    ["stray", "stray"],
  ];
  for (const [name, ...argv] of refused) {
    const outcome = await optionsOf(...argv).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(InvalidArgumentError);
    expect((outcome as InvalidArgumentError).message).toContain(name);
  }
});
