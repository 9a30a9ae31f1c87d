/** `openenv push --space`: a Space of the hub as `--space-out` writes it, with the user's token. The hub is a FAKE. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawn } from "bun";
import { GenericEnvClient } from "@openenv/core";
import { HubProvider, resolveEnv } from "@openenv/core/providers";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { newSpace, refusal } from "./fake-space-hub.ts";
import { emptyFolder, lineOf, main, root } from "./harness.ts";
import {
  environment,
  expectLayout,
  filesOf,
  layoutOf,
  push,
  removeWork,
  startHub,
  TOKEN,
  variablesFor,
  work,
  writesTo,
} from "./push-space-kit.ts";
import { runtimes } from "./runtimes.ts";

setDefaultTimeout(60_000);

const VARIABLES = ["  LOG: debug", "  FAST: true", "  RATIO: 1.0", '  QUOTED: "a b"', "  EMPTY:"];

afterAll(removeWork);

let plain: string;
let layout: ReadonlyMap<string, Buffer>;
beforeAll(async () => {
  plain = environment();
  layout = await layoutOf(plain);
});

describe("a Space", () => {
  test("OE-81: a name alone is the token's user's; it is made, and holds byte for byte what --space-out writes", async () => {
    await using hub = startHub({ pageSize: 2 });
    const folder = environment(["variables:", ...VARIABLES]);
    const out = join(work, "beside");
    const { exitCode, stdout, stderr } = await push(hub, folder, ["--space", "Word_env", "--space-out", out]);
    expect([exitCode, stderr]).toEqual([0, expect.stringContaining("Made bob/Word_env: 6 files in ")]);
    expect([...hub.spaces.keys()]).toEqual(["bob/Word_env"]);
    const space = hub.spaces.get("bob/Word_env");
    expectLayout(space, filesOf(out));
    expect(filesOf(out)).toEqual(await layoutOf(folder));
    expect(space).toMatchObject({ sdk: "docker", private: false });
    expect(space?.files.get("README.md")?.toString()).toMatch(/^---\ntitle: word-env\n[^]*\nsdk: docker\n/);
    expect([...(space?.large ?? [])]).toEqual(["validation/data/weights.bin"]);
    expect(space?.commits.map(({ title }) => title)).toEqual(["openenv push: word_env 0.2.0"]);
    expect([...(space?.variables ?? [])]).toEqual([
      ["LOG", "debug"],
      ["FAST", "true"],
      ["RATIO", "1.0"],
      ["QUOTED", "a b"],
      ["EMPTY", ""],
    ]);
    const lines = stdout.trim().split("\n");
    expect(lines.slice(-2)).toEqual([`${hub.endpoint}/spaces/bob/Word_env`, "https://bob-word-env.hf.space"]);
    expect(lines).toContain("+ validation/data/weights.bin");
    expect(lines).toContain("~ README.md");
  });

  test("the token is in the header Authorization of what the hub gets, and nowhere else", async () => {
    await using hub = startHub();
    const ran = await push(hub, plain, ["--space", "acme/word-env"], { OPENENV_DEBUG: "1" });
    expect(ran.exitCode).toBe(0);
    const sent = (to: string): Set<string | null> =>
      new Set(hub.requests.filter((request) => request.to === to).map(({ authorization }) => authorization));
    expect([...sent("hub")]).toEqual([`Bearer ${TOKEN}`]);
    expect([...sent("storage")]).toEqual([null]);
    expect(hub.requests.filter(({ rest }) => rest.includes(TOKEN))).toEqual([]);
    expect(ran.stdout + ran.stderr).not.toContain(TOKEN);
    for (const content of hub.spaces.get("acme/word-env")?.files.values() ?? [])
      expect(content.includes(TOKEN)).toBe(false);
  });

  test("pushed again it changes what differs, and nothing when nothing does", async () => {
    await using hub = startHub();
    const folder = environment(["variables: { LOG: debug, FAST: true }"]);
    expect(await push(hub, folder, ["--space", "bob/word-env"])).toMatchObject({ exitCode: 0 });
    const space = hub.spaces.get("bob/word-env");
    hub.requests.length = 0;
    const same = await push(hub, folder, ["--space", "bob/word-env"]);
    expect([same.exitCode, same.stderr]).toEqual([0, expect.stringContaining("bob/word-env is up to date.")]);
    expect(writesTo(hub)).toEqual([]);

    writeFileSync(join(folder, "main.ts"), 'export const word: string = "kleiner";\n');
    writeFileSync(join(folder, "openenv.yaml"), "name: word_env\nvariables: { LOG: info, FAST: true }\n");
    rmSync(join(folder, "validation/data"), { recursive: true });
    space?.files.set("left/over.txt", Buffer.from("of somebody's first try"));
    space?.variables.set("BY_HAND", "stays");
    const { stdout } = await push(hub, folder, ["--space", "bob/word-env", "--json"]);
    const removed = ["left/over.txt", "validation/data/weights.bin"];
    const changed = ["README.md", "openenv.yaml", "server.js"];
    expect((JSON.parse(stdout) as { space: object }).space).toEqual({
      id: "bob/word-env",
      page: `${hub.endpoint}/spaces/bob/word-env`,
      url: "https://bob-word-env.hf.space",
      created: false,
      added: [],
      changed,
      removed,
      variables: ["LOG"],
      commit: expect.stringMatching(/\/commit\/0+3$/),
      dryRun: false,
    });
    expect(space?.commits.at(-1)?.operations).toEqual([
      ...removed.map((path) => `deletedFile ${path}`),
      ...changed.map((path) => `file ${path}`),
    ]);
    expectLayout(space, await layoutOf(folder));
    expect(Object.fromEntries(space?.variables ?? [])).toEqual({ LOG: "info", FAST: "true", BY_HAND: "stays" });
  });

  test("--dry-run says what would be, and sends nothing that writes", async () => {
    await using hub = startHub();
    const created = await push(hub, plain, ["--space", "word-env", "--dry-run", "--json"]);
    expect(JSON.parse(created.stdout)).toMatchObject({
      space: { id: "bob/word-env", created: true, commit: null, added: [...layout.keys()].toSorted(), dryRun: true },
    });
    const files = new Map([...layout, ["old.txt", Buffer.from("old")]]);
    hub.spaces.set("bob/there", newSpace({ files }));
    const there = await push(hub, plain, ["--space", "bob/there", "--dry-run"]);
    expect(there.stdout.trim().split("\n").slice(0, -2)).toEqual(["- old.txt"]);
    expect(writesTo(hub)).toEqual([]);
    expect([...hub.spaces.keys()]).toEqual(["bob/there"]);
  });

  test("is made, too, where the hub hides from a token what does not exist", async () => {
    await using hub = startHub();
    hub.intercept = (_, { pathname }) => {
      const isHidden = pathname.endsWith("/revision/HEAD") && hub.spaces.size === 0;
      return isHidden ? refusal(401, "Repository not found") : undefined;
    };
    expect(await push(hub, plain, ["--space", "acme/word-env"])).toMatchObject({ exitCode: 0 });
    expectLayout(hub.spaces.get("acme/word-env"), layout);
  });

  test("--private makes a private one, and none out of one that is public", async () => {
    await using hub = startHub();
    expect(await push(hub, plain, ["--space", "word-env", "--private"])).toMatchObject({ exitCode: 0 });
    expect(hub.spaces.get("bob/word-env")?.private).toBe(true);
    hub.spaces.set("bob/open", newSpace());
    hub.requests.length = 0;
    const { exitCode, stderr } = await push(hub, plain, ["--space", "bob/open", "--private"]);
    expect([exitCode, stderr]).toEqual([4, expect.stringContaining("/spaces/bob/open/settings")]);
    expect(writesTo(hub)).toEqual([]);
  });

  test("a large file goes to the storage by the hub's own protocol, without the user's token", async () => {
    await using hub = startHub({ transfer: "xet" });
    expect(await push(hub, plain, ["--space", "word-env"])).toMatchObject({ exitCode: 0 });
    expectLayout(hub.spaces.get("bob/word-env"), layout);
    const stored = hub.requests.filter(({ to }) => to === "storage");
    const sent = stored.filter(({ method }) => method === "POST");
    expect(sent.map(({ method, path }) => `${method} ${path.replace(/[0-9a-f]{64}/, "HASH")}`)).toEqual([
      "POST /v1/xorbs/default/HASH",
      "POST /v1/shards",
    ]);
    expect(stored.filter(({ authorization, rest }) => `${authorization}${rest}`.includes(TOKEN))).toEqual([]);
  });

  test("what was pushed is resolved by its name and serves", async () => {
    await using hub = startHub();
    expect(await push(hub, join(root, "packages/envs/echo-env"), ["--space", "echo-env"])).toMatchObject({
      exitCode: 0,
    });
    const space = hub.spaces.get("bob/echo-env");
    using folder = emptyFolder();
    for (const [path, content] of space?.files ?? []) {
      mkdirSync(join(folder.path, path, ".."), { recursive: true });
      writeFileSync(join(folder.path, path), content);
    }
    const command = [process.execPath, join(folder.path, "server.js"), "--host", "127.0.0.1", "--port", "0"];
    const server = spawn(command, { cwd: folder.path, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
    try {
      const [url = ""] = /http:\/\/[\d.:]+/.exec(await lineOf(server, /http:/)) ?? [];
      if (space !== undefined) space.host = url;
      const options = { endpoint: hub.endpoint, token: TOKEN, use: "space" } as const;
      expect(await resolveEnv("bob/echo-env", options)).toMatchObject({ type: "url", url });
      await using provider = new HubProvider(options);
      const { baseUrl, headers } = await provider.start("bob/echo-env");
      await using env = await GenericEnvClient.connect(baseUrl, { headers });
      await env.reset();
      expect((await env.step({ message: "hi" })).observation).toMatchObject({ echoed_message: "hi" });
    } finally {
      server.kill();
      await server.exited;
    }
  });

  for (const name of ["node20", "node24", "deno"]) {
    const runtime = runtimes.findRuntime(name);
    const run = runtime === undefined ? test.skip : test;
    run(`is pushed by the command on ${name}, too (needs ${name})`, async () => {
      if (runtime === undefined) return;
      for (const transfer of ["basic", "xet"] as const) {
        await using hub = startHub({ transfer });
        const args = ["push", plain, "--space", "word-env", "--bun", process.execPath];
        const child = spawn([...runtimes.commandLine(runtime, main), ...args], {
          cwd: root,
          env: { ...runtimes.envFor(name), ...variablesFor(hub) },
          stdout: "pipe",
          stderr: "pipe",
        });
        const stderr = await new Response(child.stderr).text();
        expect([await child.exited, stderr]).toEqual([0, expect.stringContaining("Made bob/word-env")]);
        expectLayout(hub.spaces.get("bob/word-env"), layout);
      }
    });
  }
});
