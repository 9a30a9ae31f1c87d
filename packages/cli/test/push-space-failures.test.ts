/** `openenv push --space` when it does not go: what is told, what is left behind, and where the token is not. The hub is a FAKE. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawn } from "bun";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { newSpace, refusal } from "./fake-space-hub.ts";
import { main, type Ran, startOpenenv } from "./harness.ts";
import {
  environment,
  expectLayout,
  layoutOf,
  newFolder,
  push,
  removeWork,
  startHub,
  TOKEN,
  type Told,
  variablesFor,
  work,
  writesTo,
} from "./push-space-kit.ts";

setDefaultTimeout(60_000);

afterAll(removeWork);

let plain: string;
let layout: ReadonlyMap<string, Buffer>;
beforeAll(async () => {
  plain = environment();
  layout = await layoutOf(plain);
});

async function failure(
  hub: { readonly endpoint: string },
  args: readonly string[],
  env: object = {},
): Promise<Told["error"] & Ran> {
  const ran = await push(hub, plain, [...args, "--json"], env);
  return { ...(JSON.parse(ran.stdout) as Told).error, ...ran };
}

describe("the token", () => {
  test("without one nothing is built, and it is said how to get and give one", async () => {
    await using hub = startHub();
    const out = join(work, "unwritten");
    const { exitCode, code, message, next } = await failure(hub, ["--space", "word-env", "--space-out", out], {
      HF_TOKEN: "",
    });
    expect([exitCode, code, message]).toEqual([3, "NO_TOKEN", expect.stringContaining("HF_TOKEN is not set")]);
    expect(next).toMatch(/\/settings\/tokens and set HF_TOKEN to it, or log in: hf auth login$/);
    expect(readdirSync(work)).not.toContain("unwritten");
    expect(hub.requests).toEqual([]);
  });

  test("is read where the hub's own command keeps it; the variable comes first", async () => {
    await using hub = startHub();
    const home = newFolder("home");
    writeFileSync(join(home, "token"), `${TOKEN}\n`);
    expect(await push(hub, plain, ["--space", "word-env"], { HF_TOKEN: "", HF_HOME: home })).toMatchObject({
      exitCode: 0,
    });
    const other = await failure(hub, ["--space", "word-env"], { HF_TOKEN: "hf_other", HF_HOME: home });
    expect([other.exitCode, other.code]).toEqual([3, "BAD_TOKEN"]);
  });

  test("one that cannot be the hub's is sent nowhere and not shown", async () => {
    await using hub = startHub();
    const { exitCode, code, stdout, stderr } = await failure(hub, ["--space", "word-env"], { HF_TOKEN: "sk-mistaken" });
    expect([exitCode, code]).toEqual([3, "BAD_TOKEN"]);
    expect(stdout + stderr).not.toContain("mistaken");
    expect(hub.requests).toEqual([]);
  });

  test("is not sent over plain http to another machine", async () => {
    const hub = { endpoint: "http://hub.example.invalid" };
    const { exitCode, code, next } = await failure(hub, ["--space", "word-env"]);
    expect([exitCode, code, next]).toEqual([3, "NOT_CONFIDENTIAL", expect.stringContaining("https://")]);
    expect((await failure({ endpoint: "hub" }, ["--space", "word-env"])).code).toBe("BAD_ENDPOINT");
  });

  test("does not go along a redirect, nor to a page of a listing that is elsewhere", async () => {
    await using hub = startHub();
    await using thief = startHub();
    hub.intercept = (_, { pathname }) => Response.redirect(`${thief.endpoint}${pathname}`, 307);
    const moved = await failure(hub, ["--space", "bob/word-env"]);
    expect([moved.exitCode, moved.code, moved.message]).toEqual([4, "MOVED", expect.stringContaining(thief.endpoint)]);
    hub.spaces.set("bob/word-env", newSpace());
    const headers = { Link: `<${thief.endpoint}/next>; rel="next"` };
    hub.intercept = (_, { pathname }) => (pathname.endsWith("/tree/main") ? Response.json([], { headers }) : undefined);
    const foreign = await failure(hub, ["--space", "bob/word-env"]);
    expect([foreign.exitCode, foreign.code]).toEqual([3, "FOREIGN_HOST"]);
    expect(thief.requests).toEqual([]);
  });
});

describe("what goes wrong", () => {
  test.each([
    [401, 3, "BAD_TOKEN", "settings/tokens"],
    [402, 4, "PAYMENT_REQUIRED", "settings/billing"],
    [403, 3, "FORBIDDEN", "may write"],
    [404, 4, "NOT_FOUND", "owner's name"],
    [409, 4, "CONFLICT", "another name"],
    [413, 4, "TOO_LARGE", "leave out"],
    [429, 5, "RATE_LIMITED", "in 7 s"],
    [400, 4, "REFUSED", "push again"],
    [500, 5, "HUB_UNAVAILABLE", "later"],
    [503, 5, "HUB_UNAVAILABLE", "later"],
  ])("OE-84: %p of the hub is exit code %p, %s, one line and what to do", async (status, exit, name, advice) => {
    await using hub = startHub();
    const words = `Not today,\n${TOKEN}`;
    hub.intercept = (_, { pathname }) =>
      pathname === "/api/repos/create"
        ? Response.json({ error: words }, { status, headers: { "Retry-After": "7" } })
        : undefined;
    const { exitCode, code, message, next, stdout, stderr } = await failure(hub, ["--space", "acme/word-env"]);
    expect([exitCode, code, stderr]).toEqual([exit, name, ""]);
    expect(next).toContain(advice);
    expect(message).toEndWith(`It says: Not today, *** (POST ${hub.endpoint}/api/repos/create answered ${status})`);
    expect(stdout).not.toContain(TOKEN);
  });

  test("OE-84: a page for people, and words without an end, are not repeated", async () => {
    await using hub = startHub();
    hub.intercept = () => new Response("<html>down</html>", { status: 502, headers: { "Content-Type": "text/html" } });
    expect((await failure(hub, ["--space", "acme/word-env"])).message).not.toContain("html");
    hub.intercept = () => Response.json({ error: "long ".repeat(10_000) }, { status: 400 });
    expect((await failure(hub, ["--space", "acme/word-env"])).message.length).toBeLessThan(600);
  });

  test("a hub that cannot be reached, and one that fails while large files are sent", async () => {
    const gone = startHub();
    await gone[Symbol.asyncDispose]();
    const nobody = await failure(gone, ["--space", "acme/word-env"]);
    expect([nobody.exitCode, nobody.code]).toEqual([5, "HUB_UNREACHABLE"]);
    await using hub = startHub();
    hub.intercept = (_, { pathname }) => (pathname.endsWith("/batch") ? refusal(500, "Internal error") : undefined);
    const { exitCode, code, message } = await failure(hub, ["--space", "acme/word-env"]);
    expect([exitCode, code, message]).toEqual([5, "HUB_UNAVAILABLE", expect.stringContaining("Internal error")]);
    expect(hub.spaces.get("acme/word-env")?.commits).toEqual([]);
    hub.intercept = undefined;
    expect(await push(hub, plain, ["--space", "acme/word-env"])).toMatchObject({ exitCode: 0 });
    expectLayout(hub.spaces.get("acme/word-env"), layout);
  });

  test("a storage that takes no large file: its signed address is not shown", async () => {
    await using hub = startHub();
    hub.intercept = (_, { pathname }) =>
      pathname.startsWith("/lfs/") ? new Response("slow down", { status: 503 }) : undefined;
    const { exitCode, code, message } = await failure(hub, ["--space", "acme/word-env"]);
    expect([exitCode, code, message]).toEqual([
      5,
      "HUB_UNAVAILABLE",
      expect.stringMatching(/\/lfs\/\w+ answered 503\)\.$/),
    ]);
    expect(hub.spaces.get("acme/word-env")?.commits).toEqual([]);
  });

  test("somebody else who pushes meanwhile is not overwritten", async () => {
    await using hub = startHub();
    const space = newSpace();
    hub.spaces.set("bob/word-env", space);
    hub.intercept = (_, { pathname }) => {
      if (pathname.endsWith("/preupload/main")) space.commits.push({ title: "theirs", operations: [] });
      return undefined;
    };
    const { exitCode, code, next } = await failure(hub, ["--space", "bob/word-env"]);
    expect([exitCode, code, next]).toEqual([4, "CONFLICT", expect.stringContaining("same command again")]);
    expect(space.commits.map(({ title }) => title)).toEqual(["theirs"]);
  });

  test("a Space of another SDK is left alone", async () => {
    await using hub = startHub();
    hub.spaces.set("bob/demo", newSpace({ sdk: "gradio" }));
    const { exitCode, code, message } = await failure(hub, ["--space", "bob/demo"]);
    expect([exitCode, code, message]).toEqual([4, "WRONG_SDK", expect.stringContaining("SDK gradio")]);
    expect(writesTo(hub)).toEqual([]);
  });

  test.each(["a/b/c", "", "/word-env", "bob/", "bob/word env", "-bob/word-env", "bob/word--env", "bob/word-env.git"])(
    "OE-81: %p is no Space",
    async (id) => {
      await using hub = startHub();
      const { exitCode, code, message } = await failure(hub, [`--space=${id}`]);
      expect([exitCode, code, message]).toEqual([2, "USAGE", expect.stringContaining("OWNER/NAME")]);
      expect(hub.requests).toEqual([]);
    },
  );

  test.each([
    ["variables: [LOG]", "no mapping"],
    ["variables: { a-b: 1 }", '"a-b"'],
    ["variables: { LOG: { level: debug } }", "variables.LOG"],
  ])("%s is refused before anything is sent", async (line, problem) => {
    await using hub = startHub();
    const { exitCode, stderr } = await push(hub, environment([line]), ["--space", "word-env"]);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining(problem)]);
    expect(hub.requests).toEqual([]);
  });

  test("flags that would mislead are refused", async () => {
    await using hub = startHub();
    expect((await failure(hub, ["--npm", "--private"])).code).toBe("USAGE");
    expect((await failure(hub, ["--image", "word-env:1", "--space", "a/b", "--dry-run"])).code).toBe("USAGE");
  });

  test("without the hub's library, it is said what to install", async () => {
    await using hub = startHub();
    const preload = join(work, "no-hub-library.ts");
    const hide = 'build.module("@huggingface/hub", () => { throw new Error("Cannot find package"); })';
    writeFileSync(preload, `Bun.plugin({ name: "hide", setup(build) { ${hide}; } });\n`);
    const command = [process.execPath, "--preload", preload, main, "push", plain, "--space", "word-env", "--json"];
    const child = spawn(command, { env: { ...process.env, ...variablesFor(hub) }, stdout: "pipe", stderr: "pipe" });
    const { error } = JSON.parse(await new Response(child.stdout).text()) as Told;
    expect([await child.exited, error.code, error.next]).toEqual([
      1,
      "NO_HUB_LIBRARY",
      "Install it: npm install --save-dev @huggingface/hub@2",
    ]);
    expect(hub.requests).toEqual([]);
  });

  test("Ctrl-C while it is uploaded ends it, says what is left, and the same command goes on", async () => {
    await using hub = startHub();
    const { promise: reached, resolve } = Promise.withResolvers<void>();
    hub.intercept = (_, { pathname }) => {
      if (!pathname.endsWith("/preupload/main")) return undefined;
      resolve();
      return new Promise<Response>(() => {});
    };
    const temporary = newFolder("tmp");
    const env = variablesFor(hub, { TMPDIR: temporary });
    const child = startOpenenv(["push", plain, "--space", "word-env", "--json"], { env });
    await reached;
    child.kill("SIGINT");
    const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    const { error } = JSON.parse(stdout) as Told;
    expect([await child.exited, stderr, error.code]).toEqual([130, "", "INTERRUPTED"]);
    expect(error.next).toBe("The same command sends what is missing.");
    expect(readdirSync(temporary)).toEqual([]);
    hub.intercept = undefined;
    expect(await push(hub, plain, ["--space", "word-env"])).toMatchObject({ exitCode: 0 });
    expectLayout(hub.spaces.get("bob/word-env"), layout);
  });
});
