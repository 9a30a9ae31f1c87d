/** Commands that run something: serve, dev, call, list, info, doctor, generate, build. */
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { emptyFolder, lineOf, openenv, root, startOpenenv } from "./harness.ts";

setDefaultTimeout(90_000);

const echo = join(root, "packages/envs/echo-env");

describe("serve and call", () => {
  test("a folder is served until Ctrl-C, and called meanwhile", async () => {
    const server = startOpenenv(["serve", echo, "--port", "0", "--json", "--max-concurrent-envs", "4"]);
    const { event, name, url } = JSON.parse(await lineOf(server, /listening/)) as Record<string, string>;
    expect([event, name]).toEqual(["listening", "echo_env"]);
    const call = async (...args: string[]): Promise<unknown[]> => {
      const { stdout, exitCode, stderr } = await openenv(["call", url ?? "", ...args, "--json"]);
      expect([exitCode, stderr]).toEqual([0, ""]);
      return stdout.trim().startsWith("{\n")
        ? [JSON.parse(stdout)]
        : stdout
            .trim()
            .split("\n")
            .map((line) => JSON.parse(line) as unknown);
    };
    const steps = await call("step", '{"message":"hi"}', '{"message":"hello"}', "--seed", "7");
    expect(steps).toMatchObject([
      { event: "reset", done: false },
      { event: "step", observation: { echoed_message: "hi" } },
      { event: "step", observation: { message_length: 5 }, reward: 0.5 },
    ]);
    expect(await call("health")).toEqual([{ status: "healthy" }]);
    expect(await call("state")).toMatchObject([{ step_count: 0 }]);
    const { stdout } = await openenv(["call", url ?? "", "tool", "echo_message", '{"message":"hey"}']);
    expect(stdout).toBe('"hey"\n');
    expect((await openenv(["call", url ?? "", "tools"])).stdout).toMatch(/^echo_message {2}Echo back/m);

    const wrong = await openenv(["call", url ?? "", "step", "{message:1}"]);
    expect([wrong.exitCode, wrong.stderr]).toEqual([2, expect.stringContaining("action 1 is not JSON")]);
    const unfit = await openenv(["call", url ?? "", "step", '{"massage":"hi"}', "--json"]);
    expect([unfit.exitCode, JSON.parse(unfit.stdout.trimEnd().split("\n").at(-1) ?? "")]).toMatchObject([
      1,
      { error: { code: "VALIDATION_ERROR" } },
    ]);

    server.kill("SIGINT");
    expect(await server.exited).toBe(130);
    const gone = await openenv(["call", url ?? "", "health"]);
    expect([gone.exitCode, gone.stderr]).toEqual([1, expect.stringContaining("Is the server running?")]);
  });

  test("an installed package is served by its short name", async () => {
    const server = startOpenenv(["serve", "echo", "--port", "0"], { cwd: echo });
    expect(await lineOf(server, /^serving/)).toMatch(/^serving echo_env on http:\/\/127\.0\.0\.1:\d+/);
    server.kill("SIGTERM");
    expect(await server.exited).toBe(130);
  });

  test("a port that is taken: the end of the server is told, also to programs", async () => {
    using taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
    const port = String(taken.port);
    const told = await openenv(["serve", echo, "--port", port]);
    expect([told.exitCode, told.stderr]).toEqual([
      1,
      expect.stringMatching(/ended with 1 before it listened.*--port 0/s),
    ]);
    const json = await openenv(["serve", echo, "--port", port, "--json"]);
    expect([json.exitCode, json.stderr, JSON.parse(json.stdout)]).toMatchObject([
      1,
      "",
      { ok: false, error: { code: "SERVER_ENDED", message: expect.stringContaining(port), next: expect.any(String) } },
    ]);
    const dev = startOpenenv(["dev", echo, "--port", port, "--json"]);
    expect(JSON.parse(await lineOf(dev, /failed/))).toMatchObject({ message: expect.stringContaining(port) });
    dev.kill("SIGINT");
    expect(await dev.exited).toBe(130);
  });

  test("what is not there says what to do", async () => {
    const { exitCode, stderr } = await openenv(["serve", "nothing-of-the-kind"]);
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/is installed.*npm install @openenv/s)]);
  });
});

describe("dev", () => {
  test("serves, and anew when the behaviour changes; a broken schema leaves the old server alone", async () => {
    using folder = emptyFolder();
    // In the workspace, so that its packages are found.
    const home = join(root, "packages/envs/echo-env/node_modules");
    cpSync(echo, folder.path, {
      recursive: true,
      filter: (file) => !/node_modules|[/\\](?:dist|python)(?:[/\\]|$)/.test(file.slice(echo.length)),
    });
    for (const part of ["", "client", "server"]) {
      mkdirSync(join(folder.path, part, "node_modules"), { recursive: true });
      const { symlinkSync } = await import("node:fs");
      symlinkSync(join(home, "zod"), join(folder.path, part, "node_modules/zod"));
      mkdirSync(join(folder.path, part, "node_modules/@openenv"));
      symlinkSync(join(root, "packages/core"), join(folder.path, part, "node_modules/@openenv/core"));
      symlinkSync(join(folder.path, "client"), join(folder.path, part, "node_modules/@openenv/echo-env"));
    }
    const dev = startOpenenv(["dev", folder.path, "--port", "0", "--json"]);
    const first = JSON.parse(await lineOf(dev, /listening/)) as { url: string };
    const file = join(folder.path, "server/src/environment.ts");
    writeFileSync(file, readFileSync(file, "utf8").replace('"ready"', '"changed"'));
    const second = JSON.parse(await lineOf(dev, /listening/)) as { url: string };
    expect(second.url).not.toBe(first.url);
    expect((await openenv(["call", second.url, "reset", "--json"])).stdout).toContain("changed");

    const schema = join(folder.path, "schema.ts");
    const good = readFileSync(schema, "utf8");
    writeFileSync(schema, good.replace("z.string()", "z.strin()"));
    expect(JSON.parse(await lineOf(dev, /"failed"/))).toMatchObject({ message: expect.stringContaining("strin") });
    expect((await openenv(["call", second.url, "health"])).exitCode).toBe(0);
    dev.kill("SIGINT");
    expect(await dev.exited).toBe(130);
    expect((await openenv(["call", second.url, "health"])).exitCode).toBe(1);
  });
});

describe("list and info", () => {
  test("read package.json and run nothing (OE-85)", async () => {
    using folder = emptyFolder();
    const modules = join(folder.path, "node_modules");
    const write = (name: string, openenv: object): void => {
      mkdirSync(join(modules, name), { recursive: true });
      const manifest = { name, version: "1.2.3", description: "A word game", main: "boom.js", openenv };
      writeFileSync(join(modules, name, "package.json"), JSON.stringify(manifest));
      writeFileSync(
        join(modules, name, "boom.js"),
        `require("fs").writeFileSync(${JSON.stringify(join(folder.path, "ran"))}, "")`,
      );
    };
    write("@acme/word-env", { environment: "word_env", class: "WordEnv", server: "@acme/word-env-server" });
    write("@acme/word-env-server", { environment: "word_env", definition: "wordServer", client: "@acme/word-env" });
    write("lonely", { environment: "lonely_env", definition: "lonelyServer", client: "lonely-client" });
    write("left-pad", { somethingElse: true });
    // What would reach a terminal, or code that is copied, is no name.
    write("painted", { environment: "red\u001B[31m", class: "RedEnv" });
    write("grafted", { environment: "grafted_env", class: 'X } from "x"; process.exit(); import { Y' });

    const listed = await openenv(["list", "--json"], { cwd: folder.path });
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { name: "lonely_env", server: { name: "lonely", version: "1.2.3" } },
      { name: "word_env", client: { className: "WordEnv" }, server: { name: "@acme/word-env-server" } },
    ]);
    for (const name of ["word", "word_env", "word-env", "@acme/word-env", "@acme/word-env-server"]) {
      const { stdout, exitCode } = await openenv(["info", name], { cwd: folder.path });
      expect([name, exitCode]).toEqual([name, 0]);
      expect(stdout).toContain('import { WordEnv } from "@acme/word-env";');
    }
    const none = await openenv(["info", "chess"], { cwd: folder.path });
    expect([none.exitCode, none.stderr]).toEqual([1, expect.stringContaining("There are lonely_env, word_env.")]);
    expect(existsSync(join(folder.path, "ran"))).toBe(false);
  });
});

describe("generate", () => {
  test("--check says what is stale, as text and as JSON", async () => {
    expect((await openenv(["generate", "--check", echo])).exitCode).toBe(0);
    const { stdout, exitCode } = await openenv(["generate", "--check", "--json", echo]);
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([0, { ok: true, environments: [{ changes: [] }] }]);
  });

  test.each([
    [["--url", "http://a"], /--url needs --check/],
    [["--from", "x.json"], /--from needs --name/],
    [["--watch", "--check"], /--watch goes with folders/],
  ])("%j is refused", async (flags, message) => {
    const { exitCode, stderr } = await openenv(["generate", ...flags]);
    expect([exitCode, stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});

describe("doctor", () => {
  test("finds the tools and what is wrong with a project", async () => {
    const { stdout, exitCode } = await openenv(["doctor", echo, "--json"]);
    const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: { name: string; status: string }[] };
    expect([exitCode, ok]).toEqual([0, true]);
    expect(findings).toContainEqual(expect.objectContaining({ name: "schema", status: "ok" }));
    using folder = emptyFolder();
    for (const file of ["openenv.yaml", "schema.ts", "package.json"]) cpSync(join(echo, file), join(folder.path, file));
    const bare = await openenv(["doctor", folder.path]);
    expect([bare.exitCode, bare.stdout]).toEqual([1, expect.stringContaining("not installed")]);
  });
});

describe("build", () => {
  test("--context-out and --executable", async () => {
    using folder = emptyFolder();
    const out = join(folder.path, "context");
    const { exitCode, stdout } = await openenv(["build", echo, "--context-out", out, "--json"]);
    expect([exitCode, JSON.parse(stdout)]).toMatchObject([
      0,
      { files: expect.arrayContaining(["Dockerfile", "server.js"]) },
    ]);
    const file = join(folder.path, "echo-server");
    expect((await openenv(["build", echo, "--executable", file])).exitCode).toBe(0);
    const server = Bun.spawn([file, "--port=0"], { stdin: "ignore", stdout: "pipe", stderr: "pipe", cwd: folder.path });
    const url = /http\S+/.exec(await lineOf(server, /^serving/))?.[0] ?? "";
    expect((await openenv(["call", url, "step", '{"message":"hi"}'])).stdout).toContain('"echoed_message": "hi"');
    server.kill();
    await server.exited;
  });

  test("what is no environment, and options that contradict, are refused", async () => {
    expect((await openenv(["build", root])).stderr).toContain("openenv init my-env");
    expect((await openenv(["build", echo, "--target", "bun-linux-arm64"])).exitCode).toBe(2);
  });
});

describe("skills", () => {
  test("are written, linked, and not replaced without being asked", async () => {
    using folder = emptyFolder();
    const add = (...flags: string[]): ReturnType<typeof openenv> =>
      openenv(["skills", "add", ...flags], { cwd: folder.path });
    expect((await add("--claude", "--cursor")).exitCode).toBe(0);
    const text = readFileSync(join(folder.path, ".agents/skills/openenv-cli/SKILL.md"), "utf8");
    expect(text).toMatch(/^---\nname: openenv-cli\ndescription: .+\n---\n/);
    expect(readFileSync(join(folder.path, ".claude/skills/openenv-cli/SKILL.md"), "utf8")).toBe(text);
    const again = await add();
    expect([again.exitCode, again.stderr]).toEqual([1, expect.stringContaining("--force")]);
    expect((await add("--force")).exitCode).toBe(0);
    expect((await add("--dest", "x", "--global")).exitCode).toBe(2);
    expect((await openenv(["skills", "preview"])).stdout.trim()).toBe(text.trim());
  });
});
