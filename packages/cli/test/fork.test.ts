/** `openenv fork`: new names throughout, nothing overwritten, no code run, and a copy that works. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { envNames } from "@openenv/core/schema";
import { renaming } from "../src/fork/rename.ts";
import { emptyFolder, openenv, root, type Ran } from "./harness.ts";

setDefaultTimeout(60_000);

const fork = (cwd: string, ...args: string[]): Promise<Ran> => openenv(["fork", ...args], { cwd });
const echo = join(root, "packages/envs/echo-env");
const read = (...path: string[]): string => readFileSync(join(...path), "utf8");
const named = (name: string, scope = ""): Parameters<typeof renaming>[0] => {
  const names = envNames(name);
  return { names, client: scope + names.slug, server: `${scope}${names.slug}-server` };
};

describe("renaming", () => {
  const rename = renaming(named("echo_env", "@openenv/"), named("parrot_env", "@acme/"));

  test.each([
    ['import { EchoEnv } from "@openenv/echo-env";', 'import { ParrotEnv } from "@acme/parrot-env";'],
    ['import "@openenv/echo-env-server/x";', 'import "@acme/parrot-env-server/x";'],
    ["defineEchoEnvironment(); echoServer; echoSpec", "defineParrotEnvironment(); parrotServer; parrotSpec"],
    ["EchoActionInput | EchoObservationSchema", "ParrotActionInput | ParrotObservationSchema"],
    ["name: echo_env\nversion: 1", "name: parrot_env\nversion: 1"],
    ["openenv-echo-env and echo_env's", "openenv-parrot-env and parrot_env's"],
    // Tools keep their names, and so do other environments and words.
    ["EchoMessageArguments EchoStateResult echo_message", "EchoMessageArguments EchoStateResult echo_message"],
    [
      "@openenv/echo-env-two my-echo-env echo_env_two Echoes echo",
      "@openenv/echo-env-two my-echo-env echo_env_two Echoes echo",
    ],
  ])("%s", (text, expected) => {
    expect(rename(text)).toBe(expected);
  });

  test("a name of one word is renamed only where it is meant", () => {
    const text =
      'name: "chess"; import { ChessEnv } from "chess"; import { Chess } from "chess.js"; // a game of chess';
    expect(renaming(named("chess"), named("go_env"))(text)).toBe(
      'name: "go_env"; import { GoEnv } from "go-env"; import { Chess } from "chess.js"; // a game of chess',
    );
  });
});

describe("a fork", () => {
  test("of a folder has its own names in every file, and is generated and current when that is asked for", async () => {
    using home = emptyFolder();
    symlinkSync(join(echo, "node_modules"), join(home.path, "node_modules"));
    const args = [echo, "parrot-env", "--scope", "acme", "--generate", "--json"];
    const { exitCode, stdout, stderr } = await fork(home.path, ...args);
    expect([exitCode, stderr]).toEqual([0, ""]);
    const told = JSON.parse(stdout) as { name: string; packages: string[]; files: string[]; generated: boolean };
    expect(told).toMatchObject({
      name: "parrot_env",
      packages: ["@acme/parrot-env", "@acme/parrot-env-server"],
      generated: true,
      source: { name: "echo_env", folder: echo },
    });
    const folder = join(home.path, "parrot-env");
    for (const file of told.files) {
      expect(read(folder, file)).not.toMatch(/@openenv\/echo|echo[-_]env|Echo(?:Env|Action|State|Server)\b/);
    }
    // It is written from package.json, and JSR's names and versions of the original are not the fork's.
    expect(told.files.filter((file) => file.endsWith("jsr.json"))).toEqual([]);
    expect(read(folder, "openenv.yaml")).toContain("name: parrot_env");
    expect(read(folder, "schema.ts")).toContain('name: "parrot_env"');
    expect(read(folder, "client/src/gen/client.ts")).toContain("class ParrotEnv");
    expect(read(folder, "python/src/parrot_env/client.py")).toContain("class ParrotEnv");
    expect(read(folder, "server/src/environment.ts")).toContain("defineParrotEnvironment(");
    const server = JSON.parse(read(folder, "server/package.json")) as Record<string, Record<string, string>>;
    expect(server).toMatchObject({
      name: "@acme/parrot-env-server",
      bin: { "parrot-env-server": "./dist/main.js" },
      openenv: { environment: "parrot_env", definition: "parrotServer", client: "@acme/parrot-env" },
    });
    // Outside the monorepo nothing is a workspace of it, and no setting of it is reached for.
    expect(server["dependencies"]?.["@openenv/core"]).toMatch(/^\^\d/);
    expect(read(folder, "tsconfig.json")).not.toContain("extends");
    expect(JSON.parse(read(folder, "package.json"))).toMatchObject({ workspaces: ["client", "server"] });
    expect((await openenv(["generate", "--check"], { cwd: folder })).exitCode).toBe(0);
  });

  test("runs nobody's code, and leaves out what is secret, built or generated", async () => {
    using home = emptyFolder();
    await openenv(["init", "word-env", "--yes", "--no-git"], { cwd: home.path });
    const original = join(home.path, "word-env");
    writeFileSync(join(original, "schema.ts"), `${read(original, "schema.ts")}\nthrow new Error("it was run");\n`);
    writeFileSync(join(original, ".env"), "TOKEN=secret");
    writeFileSync(join(original, "logo.bin"), new Uint8Array([0, 1, 255]));
    writeFileSync(join(original, "word_env.sh"), "#!/bin/sh\n", { mode: 0o755 });
    for (const path of ["node_modules", "client/dist", "client/src/gen"]) {
      mkdirSync(join(original, path), { recursive: true });
      writeFileSync(join(original, path, "index.ts"), "// Generated by @openenv/codegen from schema.ts.\n");
    }
    const { exitCode, stdout } = await fork(home.path, "word-env", "riddle_env", "--json");
    const told = JSON.parse(stdout) as { generated: boolean; next: string[]; files: string[] };
    expect([exitCode, told.generated, told.next.slice(1)]).toEqual([0, false, ["openenv generate", "openenv serve"]]);
    const folder = join(home.path, "riddle_env");
    for (const path of [".env", "node_modules", "client/dist", "client/src"])
      expect([path, existsSync(join(folder, path))]).toEqual([path, false]);
    expect(statSync(join(folder, "riddle_env.sh")).mode & 0o100).toBe(0o100);
    expect([...readFileSync(join(folder, "logo.bin"))]).toEqual([0, 1, 255]);
    expect(told.files.map((file) => read(folder, file)).join("\n")).not.toMatch(/word[-_]env|WordEnv|wordServer/);
  });

  test("of an installed environment comes from where it is linked from; without sources there is a way on", async () => {
    using home = emptyFolder();
    const scope = join(home.path, "node_modules/@openenv");
    mkdirSync(scope, { recursive: true });
    symlinkSync(join(echo, "client"), join(scope, "echo-env"));
    const forked = await fork(home.path, "echo", "parrot-env", "--json");
    expect(JSON.parse(forked.stdout)).toMatchObject({ source: { name: "echo_env", folder: echo }, name: "parrot_env" });
    rmSync(join(scope, "echo-env"));
    mkdirSync(join(scope, "echo-env"));
    writeFileSync(join(scope, "echo-env/package.json"), read(echo, "client/package.json"));
    const published = await fork(home.path, "@openenv/echo-env", "owl-env");
    expect([published.exitCode, published.stderr]).toEqual([1, expect.stringContaining("Get its repository")]);
    expect(existsSync(join(home.path, "owl-env"))).toBe(false);
  });

  test("overwrites nothing, has a name of its own, and does not lie in its original", async () => {
    using home = emptyFolder();
    mkdirSync(join(home.path, "parrot-env"));
    writeFileSync(join(home.path, "parrot-env/mine"), "mine");
    const fails = async (args: string[], code: number, message: string): Promise<void> => {
      const { exitCode, stderr } = await fork(home.path, ...args);
      expect([exitCode, stderr]).toEqual([code, expect.stringContaining(message)]);
    };
    await fails([echo, "parrot-env"], 1, "is not empty");
    await fails([echo, "echo"], 2, "a name of its own");
    await fails([echo, "class"], 2, "reserved word");
    await fails([echo, join(echo, "parrot-env")], 1, "lies within");
    await fails(["nothing-here", "owl-env"], 1, "neither the folder of an environment nor one that is installed");
    await fails([echo], 2, "NAME");
  });

  test("in a monorepo becomes workspaces of it", async () => {
    using home = emptyFolder();
    writeFileSync(join(home.path, "package.json"), JSON.stringify({ private: true, workspaces: ["apps/*"] }));
    await openenv(["init", "word-env", "--yes", "--no-git"], { cwd: home.path });
    const { stdout } = await fork(home.path, "word-env", "envs/riddle-env", "--json");
    const workspaces = ["envs/riddle-env", "envs/riddle-env/client", "envs/riddle-env/server"];
    expect(JSON.parse(stdout)).toMatchObject({ workspaces });
    expect(JSON.parse(read(home.path, "package.json"))).toMatchObject({
      workspaces: expect.arrayContaining(workspaces),
    });
  });
});
