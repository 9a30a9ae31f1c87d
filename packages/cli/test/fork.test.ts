/** `openenv fork`: new names throughout, nothing overwritten, no code run, and a copy that works. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { envNames } from "@openenv/core/schema";
import { renaming } from "../src/fork/rename.ts";
import { repositoryOf } from "../src/fork/repository.ts";
import { emptyFolder, openenv, root, type Ran } from "./harness.ts";

setDefaultTimeout(60_000);

const fork = (cwd: string, ...args: string[]): Promise<Ran> => openenv(["fork", ...args], { cwd });
const echo = join(root, "packages/envs/echo-env");
const read = (...path: string[]): string => readFileSync(join(...path), "utf8");
const named = (name: string, scope = ""): Parameters<typeof renaming>[0] => {
  const names = envNames(name);
  return { names, client: scope + names.slug, server: `${scope}${names.slug}-server` };
};

function git(cwd: string, ...args: string[]): void {
  const author = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
  const { status, stderr } = spawnSync("git", [...author, ...args], { cwd, encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
}

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

describe("the repository of a package", () => {
  const clone = (repository: unknown): unknown => repositoryOf({ repository });

  test.each([
    ["github:acme/word-env", "git+https://github.com/acme/word-env"],
    ["acme/word-env", "git+https://github.com/acme/word-env"],
    ["gitlab:acme/word-env", "git+https://gitlab.com/acme/word-env"],
    [{ url: "git+https://git.example.com/a.git" }, "git+https://git.example.com/a.git"],
    [{ url: "ssh://git@git.example.com/a.git#main" }, "git+ssh://git@git.example.com/a.git"],
    [{ url: "acme/envs", directory: "./envs/word/client/" }, "git+https://github.com/acme/envs#subdirectory=envs/word"],
    [{ url: "acme/word-env", directory: "server" }, "git+https://github.com/acme/word-env"],
    ["gist:11081aaa281", undefined],
    [{ url: "ext::sh -c id" }, undefined],
    [7, undefined],
  ])("%p", (repository, expected) => {
    expect(clone(repository)).toBe(expected as string);
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

  test("of an installed environment comes from where it is linked from", async () => {
    using home = emptyFolder();
    const scope = join(home.path, "node_modules/@openenv");
    mkdirSync(scope, { recursive: true });
    symlinkSync(join(echo, "client"), join(scope, "echo-env"));
    const forked = await fork(home.path, "echo", "parrot-env", "--json");
    expect(JSON.parse(forked.stdout)).toMatchObject({ source: { name: "echo_env", folder: echo }, name: "parrot_env" });
  });

  test("of a published package, or of a repository, is cloned; nothing of the clone stays", async () => {
    using home = emptyFolder();
    using temporary = emptyFolder();
    const repository = join(home.path, "monorepo.git");
    const env = join(repository, "envs/word-env");
    mkdirSync(join(repository, "envs"), { recursive: true });
    writeFileSync(
      join(repository, "package.json"),
      JSON.stringify({ private: true, workspaces: ["envs/*", "libs/*"] }),
    );
    mkdirSync(join(repository, "libs/words"), { recursive: true });
    writeFileSync(join(repository, "libs/words/package.json"), JSON.stringify({ name: "words", version: "3.1.0" }));
    await openenv(["init", "word-env", "--yes", "--no-git"], { cwd: join(repository, "envs") });
    const serverFile = join(env, "server/package.json");
    const server = JSON.parse(read(serverFile)) as { dependencies: Record<string, string> };
    server.dependencies["words"] = "workspace:*";
    writeFileSync(serverFile, JSON.stringify(server));
    git(repository, "init", "--quiet");
    git(repository, "add", ".");
    git(repository, "commit", "--quiet", "--message", "word-env");

    const published = join(home.path, "node_modules/word-env");
    mkdirSync(published, { recursive: true });
    const manifest = { name: "word-env", version: "1.0.0", openenv: { environment: "word_env", class: "WordEnv" } };
    const url = `git+file://${repository}`;
    const place = { type: "git", url, directory: "envs/word-env/client" };
    const install = (fields: object): void =>
      writeFileSync(join(published, "package.json"), JSON.stringify({ ...manifest, ...fields }));
    install({});
    const options = { cwd: home.path, env: { TMPDIR: temporary.path } };
    const nowhere = await openenv(["fork", "word-env", "owl-env"], options);
    expect([nowhere.exitCode, nowhere.stderr]).toEqual([1, expect.stringContaining("names no repository")]);
    install({ repository: place });
    for (const [from, to] of [
      ["word-env", "riddle-env"],
      [`${url}#subdirectory=envs/word-env`, "puzzle-env"],
    ] as const) {
      const { exitCode, stderr } = await openenv(["fork", from, to, "--json"], options);
      expect([exitCode, stderr]).toEqual([0, ""]);
      expect(read(home.path, to, "openenv.yaml")).toContain(`name: ${to.replace("-", "_")}`);
      const forked = JSON.parse(read(home.path, to, "server/package.json")) as typeof server;
      expect(forked.dependencies["words"]).toBe("^3.1.0");
      expect(readdirSync(temporary.path)).toEqual([]);
    }
    for (const [from, message] of [
      [url, `${url} is no environment`],
      [`git+file://${home.path}/none.git`, "Cannot clone"],
      ["git+ext::sh", "is no repository"],
    ] as const) {
      const { exitCode, stderr } = await openenv(["fork", from, "owl-env"], options);
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining(message)]);
    }
    expect([existsSync(join(home.path, "owl-env")), readdirSync(temporary.path)]).toEqual([false, []]);
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
