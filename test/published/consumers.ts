/**
 * Users who install packages by name: in an empty folder, with one runtime and its package manager.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { RuntimeName } from "openenv-scripts/runtimes.ts";
import { scripts } from "./places.ts";
import type { Stage } from "./stage.ts";

/** How each installs, and runs a program. */
const hosts: Readonly<Record<RuntimeName, { readonly add: readonly string[]; readonly run: readonly string[] }>> = {
  bun: { add: ["bun", "add"], run: ["bun"] },
  node20: { add: ["npm", "install"], run: ["node"] },
  node24: { add: ["npm", "install"], run: ["node"] },
  deno: { add: ["deno", "add", "--npm"], run: ["deno", "run", "-A"] },
};

/** A server from its package, an episode with the typed client, and the same found by name. */
const EPISODE = `
import { AutoEnv } from "@openenv/core/auto";
import { ProcessProvider } from "@openenv/core/providers";
import { EchoEnv } from "@openenv/echo-env";

const provider = new ProcessProvider({ source: "@openenv/echo-env-server" });
const { baseUrl } = await provider.start();
await provider.waitForReady();
const env = await EchoEnv.connect(baseUrl);
await env.reset({ seed: 7 });
const { observation, reward } = await env.step({ message: "hi" });
if (observation.echoed_message !== "hi" || reward !== 0.2) throw new Error(JSON.stringify(observation));
await env.close();
await provider.stop();

const found = await AutoEnv.fromEnv("echo");
if (!(found instanceof EchoEnv)) throw new Error("The installed client was not found.");
await found.reset();
await found.close();
console.log("an episode");
`;

const STRICT = `
import { EchoEnv, type EchoObservation } from "@openenv/echo-env";
import { echoServer } from "@openenv/echo-env-server";
import { serve } from "@openenv/core/serve";
import { AutoEnv } from "@openenv/core/auto";

const server = await serve(echoServer, { port: 0 });
const env = await EchoEnv.connect(server.url);
const observation: EchoObservation = (await env.step({ message: "hi" })).observation;
const length: number = observation.message_length;
// @ts-expect-error -- a misspelt field does not compile
await env.step({ massage: "hi" });
const found = await AutoEnv.fromEnv<EchoEnv>("echo");
export const echoed: string = (await found.step({ message: "hi" })).observation.echoed_message;
export { length };
`;

const TSCONFIG = {
  compilerOptions: {
    target: "es2022",
    lib: ["ES2022", "DOM"],
    types: [],
    module: "nodenext",
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
  },
  files: ["strict.ts"],
};

/** @param compilers folders of TypeScript, below scripts/node_modules */
export async function proveConsumer(stage: Stage, name: RuntimeName, compilers: readonly string[]): Promise<void> {
  const { add, run } = hosts[name];
  const env = stage.env(name);
  const folder = stage.folder(`consumer-${name}`, {
    "package.json": { private: true, type: "module" },
    "episode.mjs": EPISODE,
    "strict.ts": STRICT,
    "tsconfig.json": TSCONFIG,
  });
  await stage.prove(`OE-88, OE-91: ${name}: an installation by name, a server and an episode`, async () => {
    await stage.run([...add, "@openenv/echo-env", "@openenv/echo-env-server", "@openenv/core", "zod"], folder, env);
    assert.match(await stage.run([...run, "episode.mjs"], folder, env), /an episode/);
  });
  await stage.prove(`PK-05: ${name}: a strict consumer compiles`, async () => {
    for (const compiler of compilers) {
      const tsc = join(scripts, "node_modules", compiler, "bin/tsc");
      assert.equal(await stage.run([process.execPath, tsc, "-p", folder], folder, env), "");
    }
  });
}

/** A trainer must not download an interpreter with a client. */
export async function proveCodingClient(stage: Stage): Promise<void> {
  await stage.prove("coding-env alone brings no interpreter", async () => {
    const folder = stage.folder("coding-client", { "package.json": { private: true } });
    await stage.run(["npm", "install", "@openenv/coding-env"], folder, stage.env("node20"));
    const modules = readdirSync(join(folder, "node_modules"), { recursive: true }).map(String);
    assert.deepEqual(
      modules.filter((path) => /pyodide|quickjs|\.wasm$/.test(path)),
      [],
    );
    assert.ok(existsSync(join(folder, "node_modules/@openenv/coding-env/dist/index.js")));
  });
}

/** CommonJS programs take ES modules by `require` since Node 22. */
export async function proveRequire(stage: Stage): Promise<void> {
  await stage.prove("require() of an ES module on Node 24", async () => {
    const folder = stage.folder("commonjs", {
      "package.json": { private: true },
      "main.cjs": `const { EchoEnv } = require("@openenv/echo-env");\nconst { GenericEnvClient } = require("@openenv/core");\nif (typeof EchoEnv.connect !== "function" || typeof GenericEnvClient !== "function") throw new Error("nothing");\n`,
    });
    const env = stage.env("node24");
    await stage.run(["npm", "install", "@openenv/echo-env", "@openenv/core", "zod"], folder, env);
    const { status, stderr } = spawnSync("node", ["main.cjs"], { cwd: folder, env, encoding: "utf8" });
    assert.deepEqual([status, stderr], [0, ""]);
  });
}
