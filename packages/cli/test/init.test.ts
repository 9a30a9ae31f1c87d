/** `openenv init`: names, what is written, monorepos, and that nothing is overwritten. The result is proven by test/published. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { isEnvironmentFolder } from "@openenv/codegen";
import { parse } from "yaml";
import { checkProjectName, checkScope } from "../src/init/project-name.ts";
import { templates } from "../src/init/templates.ts";
import { emptyFolder, openenv, startOpenenv, type Ran } from "./harness.ts";

setDefaultTimeout(60_000);

const init = (cwd: string, ...args: string[]): Promise<Ran> => openenv(["init", ...args], { cwd });
const readJson = (...path: string[]): Record<string, unknown> =>
  JSON.parse(readFileSync(join(...path), "utf8")) as Record<string, unknown>;

describe("a name", () => {
  test.each(["word-env", "word_env", "grid_world", "a1-b2"])("%s will do", (name) => {
    expect(checkProjectName(name).slug).toBe(name.replaceAll("_", "-"));
  });

  test.each([
    ["WordEnv", /How about word-env\?/],
    ["word env", /How about word-env\?/],
    ["wörter-env", /How about worter-env\?/],
    ["1word", /How about word\?/],
    ["class", /reserved word. How about class-env\?/],
    ["import", /reserved word/],
    ["http", /reserved word/],
    ["child_process", /reserved word/],
    ["node_modules", /reserved word/],
    ["..", /How about word-env\?/],
    ["x".repeat(300), /too long for npm/],
  ])("%s is refused with a better one", (name, message) => {
    expect(() => checkProjectName(name)).toThrow(message);
  });

  test("a scope may have its @ or not", () => {
    expect([checkScope("acme"), checkScope("@acme")]).toEqual(["@acme", "@acme"]);
    expect(() => checkScope("@Acme Inc")).toThrow(/no npm scope/);
  });
});

describe("a project", () => {
  test.each(Object.keys(templates))("of the template %s has everything, with no name left open", async (template) => {
    using home = emptyFolder();
    const { exitCode, stdout } = await init(
      home.path,
      "word_env",
      "--template",
      template,
      "--runtime",
      "bun",
      "--json",
    );
    const { files, next, git } = JSON.parse(stdout) as { files: string[]; next: string[]; git: boolean };
    expect([exitCode, git]).toEqual([0, true]);
    expect(next).toEqual(["cd word_env && bun install", "bun run test", "bun run serve"]);
    const folder = join(home.path, "word_env");
    for (const file of files) expect(readFileSync(join(folder, file), "utf8")).not.toMatch(/\{\{\w+\}\}/);
    expect(files).toEqual(
      expect.arrayContaining(["AGENTS.md", "openenv.yaml", "schema.ts", "server/src/environment.ts"]),
    );
    expect(await isEnvironmentFolder(folder)).toBe(true);
    expect(existsSync(join(folder, ".git"))).toBe(true);
  });

  test("NET-02: my_env and my-env are the same environment, in packages, code and manifest", async () => {
    using home = emptyFolder();
    for (const name of ["my_env", "my-env"]) {
      await init(home.path, name, "--yes", "--scope", "@acme", "--no-git");
      const folder = join(home.path, name);
      expect(readJson(folder, "client/package.json")).toMatchObject({
        name: "@acme/my-env",
        openenv: { environment: "my_env" },
      });
      expect(readJson(folder, "server/package.json")).toMatchObject({ bin: { "my-env-server": "./dist/main.js" } });
      expect(parse(readFileSync(join(folder, "openenv.yaml"), "utf8"))).toMatchObject({ name: "my_env" });
      const { stdout } = await openenv(["info", "my", "--json"], { cwd: folder });
      expect(JSON.parse(stdout)).toMatchObject({
        client: { name: "@acme/my-env" },
        server: { name: "@acme/my-env-server" },
      });
    }
  });

  test("a folder that holds something is left alone; an empty one is used", async () => {
    using home = emptyFolder();
    const folder = join(home.path, "word-env");
    mkdirSync(folder);
    expect((await init(home.path, "word-env", "--yes")).exitCode).toBe(0);
    writeFileSync(join(folder, "schema.ts"), "mine");
    const again = await init(home.path, "word-env", "--yes");
    expect([again.exitCode, again.stderr]).toEqual([
      1,
      expect.stringContaining("is not empty, and nothing in it is overwritten"),
    ]);
    expect(readFileSync(join(folder, "schema.ts"), "utf8")).toBe("mine");
    writeFileSync(join(home.path, "taken-env"), "a file");
    expect((await init(home.path, "taken-env", "--yes")).stderr).toContain("is no folder");
  });

  test("without a terminal nothing is asked", async () => {
    using home = emptyFolder();
    const { exitCode, stderr } = await init(home.path);
    expect([exitCode, stderr]).toEqual([2, expect.stringContaining("openenv init my-env")]);
    expect((await init(home.path, "word-env")).exitCode).toBe(0);
    expect(readdirSync(home.path)).toEqual(["word-env"]);
  });

  test.each(["bun", "deno", "node"])("for %s: scripts of that runtime", async (runtime) => {
    using home = emptyFolder();
    await init(home.path, "word-env", "--runtime", runtime, "--yes");
    const { scripts } = readJson(home.path, "word-env/package.json") as { scripts: Record<string, string> };
    expect(scripts["serve"]).toBe(`openenv serve --runtime ${runtime}`);
    expect(scripts["test"]).toContain(runtime);
  });
});

describe("in a monorepo", () => {
  test("a project becomes workspaces of it, but for what a pattern covers already", async () => {
    using home = emptyFolder();
    writeFileSync(
      join(home.path, "package.json"),
      JSON.stringify({ private: true, workspaces: ["envs/*"], packageManager: "bun@1.4.5" }, undefined, "\t"),
    );
    spawnSync("git", ["init", "-q"], { cwd: home.path });
    const { stdout } = await init(home.path, "envs/word-env", "--runtime", "node", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      git: false,
      workspaces: ["envs/word-env/client", "envs/word-env/server"],
      next: ["cd envs/word-env && bun install", "bun run test", "bun run serve"],
    });
    expect(readJson(home.path, "package.json")["workspaces"]).toEqual([
      "envs/*",
      "envs/word-env/client",
      "envs/word-env/server",
    ]);
    expect(readFileSync(join(home.path, "package.json"), "utf8")).toContain('\t"workspaces"');
    expect(readJson(home.path, "envs/word-env/package.json")["workspaces"]).toBeUndefined();
  });

  test("of pnpm too, and its comments stay", async () => {
    using home = emptyFolder();
    writeFileSync(join(home.path, "pnpm-workspace.yaml"), "# ours\npackages:\n  - 'apps/**' # all of them\n");
    writeFileSync(join(home.path, "pnpm-lock.yaml"), "");
    await init(home.path, "word-env", "--yes");
    const text = readFileSync(join(home.path, "pnpm-workspace.yaml"), "utf8");
    expect(parse(text)).toEqual({ packages: ["apps/**", "word-env", "word-env/client", "word-env/server"] });
    expect(text).toContain("# all of them");
    expect(readJson(home.path, "word-env/server/package.json")["dependencies"]).toMatchObject({
      "word-env": "workspace:^",
    });
  });

  test.each([
    ["package.json", '{ "workspaces": "packages/*" }'],
    ["package.json", '{ "workspaces": [1] }'],
    ["package.json", '{ "workspaces": { "packages": "packages/*" } }'],
    ["pnpm-workspace.yaml", "packages: [a\n  b: {"],
    ["pnpm-workspace.yaml", "- a\n"],
    ["pnpm-workspace.yaml", "packages: all\n"],
  ])("whose %s has a list that cannot be added to, nothing is written: %j", async (file, text) => {
    using home = emptyFolder();
    writeFileSync(join(home.path, file), text);
    const { exitCode, stdout } = await init(home.path, "envs/word-env", "--json");
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([1, { error: { code: "BAD_WORKSPACES" } }]);
    expect(stdout).toContain(file);
    expect(readdirSync(home.path)).toEqual([file]);
    expect(readFileSync(join(home.path, file), "utf8")).toBe(text);
  });
});

test("Ctrl-C while packages are installed ends all that was started, and says what is there already", async () => {
  using home = emptyFolder();
  // FAKE package manager: it starts a program that would keep its pipes open for long.
  const npm = join(home.path, "bin/npm");
  mkdirSync(join(home.path, "bin"));
  writeFileSync(npm, `#!/bin/sh\nsleep 600 &\necho $! > "${home.path}/child"\nwait\n`, { mode: 0o755 });
  const child = startOpenenv(["init", "word-env", "--package-manager", "npm", "--install", "--json"], {
    cwd: home.path,
    env: { PATH: `${join(home.path, "bin")}:${process.env["PATH"]}` },
  });
  const started = Promise.withResolvers<void>();
  const watcher = watch(home.path, (_event, name) => {
    if (name === "child" && readFileSync(join(home.path, "child"), "utf8").endsWith("\n")) started.resolve();
  });
  await started.promise;
  watcher.close();
  child.kill("SIGINT");
  const [stdout, exitCode] = await Promise.all([new Response(child.stdout).text(), child.exited]);
  expect([exitCode, JSON.parse(stdout)]).toMatchObject([
    130,
    {
      error: {
        code: "INTERRUPTED",
        message: expect.stringContaining("word-env"),
        next: expect.stringContaining("npm install"),
      },
    },
  ]);
  const pid = Number(readFileSync(join(home.path, "child"), "utf8"));
  const { stdout: state } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  // Gone, or not yet collected by its new parent.
  expect(state.trim() === "" || state.startsWith("Z")).toBe(true);
});
