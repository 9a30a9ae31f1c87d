/** HubProvider and resolveEnv: a fake hub on 127.0.0.1, real git, a real registry pull, real packages. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { GenericEnvClient, ProviderError } from "@openenv/core";
import { HubProvider, type HubProviderOptions, resolveEnv } from "@openenv/core/providers";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dockerEngine, engineCommand } from "./harness/engine.ts";
import { digestOf, type FakeHub, registryImage, startFakeHub } from "./harness/fake-hub.ts";
import { connection, containersOf, envImage } from "./harness/images.ts";
import { rejection } from "./harness/rejection.ts";
import { ownTemporaryFolder } from "./harness/temporary-folder.ts";

/** Nothing here waits for long, but the machine may be busy. */
setDefaultTimeout(60_000);
ownTemporaryFolder();

const root = join(import.meta.dirname, "../..");
const TOKEN = "hf_very-secret-token";

let work: string;
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), "openenv-hub-"));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** A bare repository of a folder, as a hub or a company has it. */
function bareRepository(name: string, from: string): string {
  const tree = join(work, `tree-${name.replaceAll("/", "-")}`);
  cpSync(from, tree, { recursive: true });
  const bare = join(work, name);
  mkdirSync(join(bare, ".."), { recursive: true });
  const git = (...args: string[]): void => {
    const identity = ["-c", "user.name=test", "-c", "user.email=test@localhost"];
    const { status, stderr } = spawnSync("git", [...identity, "-C", tree, ...args], { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
  };
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--message", "all");
  git("tag", "v1");
  git("clone", "--quiet", "--bare", tree, bare);
  return bare;
}

/** A Space in TypeScript without dependencies. */
function scriptFolder(): string {
  const folder = join(work, "script");
  mkdirSync(folder, { recursive: true });
  cpSync(join(import.meta.dirname, "fixtures/odd-server.ts"), join(folder, "main.ts"));
  writeFileSync(join(folder, "openenv.yaml"), "name: odd_env\n");
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "odd-env-server", version: "1.0.0", bin: "./main.ts" }),
  );
  return folder;
}

async function answers(options: HubProviderOptions, id: string): Promise<string> {
  await using provider = new HubProvider(options);
  const { baseUrl } = await provider.start(id);
  await provider.waitForReady();
  return baseUrl;
}

describe("a Space of the hub", () => {
  let hub: FakeHub;
  beforeAll(() => {
    bareRepository("spaces/openenv/private", scriptFolder());
    hub = startFakeHub({ token: TOKEN, repositories: work });
  });
  afterAll(() => hub[Symbol.asyncDispose]());

  test("its URL, with the token for the hub and the Space, and for nobody else", async () => {
    await using provider = new HubProvider({ endpoint: hub.endpoint, token: TOKEN, use: "space" });
    const endpoint = await provider.start("openenv/private");
    expect(endpoint.baseUrl).toBe(`${hub.endpoint}/space`);
    await provider.waitForReady();
    await using env = await GenericEnvClient.connect(endpoint.baseUrl, { headers: endpoint.headers });
    expect((await env.reset()).observation).toEqual({ echoed_message: "from the Space" });
    expect(new Set(hub.requests.map(({ authorization }) => authorization))).toEqual(new Set([`Bearer ${TOKEN}`]));
  });

  test("OE-76: a Space on https gets the token, one that everybody could read along does not", async () => {
    const plain = await resolveEnv("http://example.invalid/space", { token: TOKEN });
    expect(plain).toEqual({ type: "url", url: "http://example.invalid/space", headers: {} });
  });

  test("a public one needs no token; one that sleeps says what to do", async () => {
    const options = { endpoint: hub.endpoint, use: "space" } as const;
    const open = await resolveEnv("https://huggingface.co/spaces/openenv/public", options);
    expect(open).toEqual({ type: "url", url: `${hub.endpoint}/space`, headers: {} });
    const error = await rejection<ProviderError>(resolveEnv("openenv/asleep", options));
    expect(error).toMatchObject({ stage: "resolve", retryable: true });
    expect(error.message).toMatch(/is not running, but SLEEPING.*use "image"/);
  });

  test("a wrong token is refused, and appears in no error", async () => {
    for (const use of ["space", "source"] as const) {
      const wrong = { endpoint: hub.endpoint, token: "hf_wrong-secret", use };
      const error = await rejection<ProviderError>(resolveEnv("openenv/private", wrong));
      expect(error).toBeInstanceOf(ProviderError);
      expect(error.message).toMatch(use === "space" ? /this token may not see it/ : /Cannot clone/);
      expect(Bun.inspect(error)).not.toContain("hf_wrong-secret");
    }
    const none = await rejection(resolveEnv("openenv/private", { endpoint: hub.endpoint, use: "space" }));
    expect(none.message).toMatch(/no token was given/);
  });

  test("a redirect to somewhere else does not take the token along", async () => {
    for (const use of ["space", "source"] as const) {
      await using thief = startFakeHub({ repositories: work });
      const redirecting = Bun.serve({
        port: 0,
        hostname: "127.0.0.1",
        fetch: ({ url }) => Response.redirect(url.replace(new URL(url).origin, thief.endpoint), 307),
      });
      const options = { endpoint: redirecting.url.origin, token: TOKEN, use };
      await rejection(resolveEnv("openenv/private", options));
      await redirecting.stop(true);
      expect(thief.requests.filter(({ authorization }) => authorization !== null)).toEqual([]);
    }
  });

  test("its source by git, run as a process; nothing of the clone is left", async () => {
    const options = { endpoint: hub.endpoint, token: TOKEN, use: "source", process: { runtime: "bun" } } as const;
    expect(await answers(options, "openenv/private")).toMatch(/^http:\/\/127\.0\.0\.1:/);
    expect([...new Bun.Glob("openenv-source-*").scanSync({ cwd: tmpdir(), onlyFiles: false })]).toEqual([]);
  });

  test("the image of its registry, with and without the token, by tag and by digest", async () => {
    const engine = dockerEngine();
    if ("missing" in engine) {
      expect(engine.missing).toBe("");
      return;
    }
    const echo = await envImage(engine, "echo-env");
    const archive = join(work, "echo.tar");
    engineCommand(engine, "save", "--output", archive, echo);
    const image = await registryImage(await Bun.file(archive).bytes());
    await using registry = startFakeHub({ token: TOKEN, images: { "openenv-echo-env": image } });
    const docker = connection(engine);
    const shared = { registry: registry.registry, use: "image", docker } as const;

    const refused = await rejection<ProviderError>(new HubProvider(shared).start("openenv/echo_env"));
    expect(refused).toMatchObject({ stage: "fetch" });
    // By digest first: an engine that has a manifest does not ask for it again.
    const byDigest = `docker:${registry.registry}/openenv-echo-env@${digestOf(image)}`;
    const withPassword = (password: string): HubProviderOptions => ({
      docker: { ...docker, registryLogin: { username: "anybody", password } },
    });
    const error = await rejection(new HubProvider(withPassword("wr0ng-password")).start(byDigest));
    expect(Bun.inspect(error)).not.toContain("wr0ng-password");
    expect(await answers(withPassword(TOKEN), byDigest)).toMatch(/^http:/);
    expect(await answers({ ...shared, token: TOKEN }, "openenv/echo_env")).toMatch(/^http:\/\/127\.0\.0\.1:/);
    // The user's own logins are as they were.
    expect(
      (await rejection(new HubProvider({ ...shared, docker: { ...docker, pull: "always" } }).start("openenv/echo_env")))
        .message,
    ).toMatch(/Cannot pull/);
    expect(containersOf(engine)).toEqual([]);
    expect([...new Bun.Glob("openenv-login-*").scanSync({ cwd: tmpdir(), onlyFiles: false })]).toEqual([]);
  }, 150_000);
});

describe("a repository", () => {
  test("OE-69: a local bare one, by branch, tag and folder", async () => {
    mkdirSync(join(work, "nested/envs"), { recursive: true });
    cpSync(scriptFolder(), join(work, "nested/envs/odd"), { recursive: true });
    const bare = bareRepository("company.git", join(work, "nested"));
    const options = { process: { runtime: "bun" } } as const;
    for (const id of [`git+file://${bare}@v1#subdirectory=envs/odd`, `git+file://${bare}#subdirectory=envs/odd`]) {
      expect(await answers(options, id)).toMatch(/^http:/);
    }
    const error = await rejection<ProviderError>(new HubProvider().start(`git+file://${bare}@none`));
    expect(error).toMatchObject({ stage: "fetch" });
    expect(error.message).toMatch(/Cannot clone file:.*none/s);
  });
});

describe("a package", () => {
  test("from node_modules, by each of its names", async () => {
    const home = join(work, "app");
    mkdirSync(join(home, "node_modules/@openenv"), { recursive: true });
    symlinkSync(join(root, "packages/envs/echo-env/server"), join(home, "node_modules/@openenv/echo-env-server"));
    for (const id of ["@openenv/echo-env-server", "@openenv/echo-env", "echo", "echo_env"]) {
      const resolved = await resolveEnv(id, { cwd: home });
      expect(resolved).toEqual({ type: "process", folder: join(root, "packages/envs/echo-env/server") });
    }
    expect(await answers({ cwd: home }, "echo-env")).toMatch(/^http:/);
  });

  test("that is not installed: what to do; installed only when asked", async () => {
    const home = mkdtempSync(join(work, "empty-"));
    const installFolder = join(home, "cache");
    const error = await rejection<ProviderError>(resolveEnv("@openenv/none-env", { cwd: home, installFolder }));
    expect(error).toMatchObject({ stage: "resolve" });
    expect(error.message).toMatch(/npm install @openenv\/none-env-server.*install: true/);
    // As from a registry, but without one: the packager takes a folder of this machine.
    const tarball = join(home, "odd-env-server-1.0.0.tgz");
    const packed = Bun.spawnSync([process.execPath, "pm", "pack", "--destination", home], { cwd: scriptFolder() });
    expect(packed.exitCode).toBe(0);
    mkdirSync(installFolder, { recursive: true });
    writeFileSync(
      join(installFolder, "package.json"),
      JSON.stringify({ private: true, overrides: {}, dependencies: { "odd-env-server": `file:${tarball}` } }),
    );
    const stages: string[] = [];
    await using provider = new HubProvider({ cwd: home, installFolder, install: true, process: { runtime: "bun" } });
    await provider.start("odd-env-server", { onProgress: ({ stage }) => stages.push(stage) });
    await provider.waitForReady();
    expect(stages).toEqual(["resolve", "install", "start"]);
  }, 30_000);
});

describe("a folder, and what is none", () => {
  test("with openenv.yaml, in TypeScript and in Python", async () => {
    expect(await resolveEnv(join(root, "packages/envs/echo-env"))).toMatchObject({ type: "process" });
    expect(await resolveEnv(join(import.meta.dirname, "fixtures/python-env"))).toMatchObject({ type: "python" });
    expect((await rejection(resolveEnv("./nowhere"))).message).toMatch(/^There is no /);
  });

  test("options that do not exist are refused, nested ones too", () => {
    const wrong = { docker: { mem: "1g" } } as unknown as HubProviderOptions;
    expect(() => new HubProvider(wrong)).toThrow(/"mem" is not an option of HubProvider's docker/);
    expect(() => new HubProvider({ tokn: "x" } as unknown as HubProviderOptions)).toThrow(/Did you mean token/);
  });
});
