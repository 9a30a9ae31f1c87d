/** ProcessProvider, with real processes. */
import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { GenericEnvClient, ProviderError, SessionLostError, TimeoutError } from "@openenv/core";
import { connectThrough, ProcessProvider, type ProcessProviderOptions } from "@openenv/core/providers";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive, processesWith, until } from "./harness/processes.ts";
import { rejection } from "./harness/rejection.ts";

/** Nothing here waits for long, but the machine may be busy. */
setDefaultTimeout(60_000);

const root = join(import.meta.dirname, "../..");
const odd = join(import.meta.dirname, "fixtures/odd-server.ts");
const echo = join(root, "packages/envs/echo-env/server/src/main.ts");
const slow = join(root, "test/interop/envs/slow/server/src/main.ts");

/** Everything a test starts bears its mark, so that what it leaves behind is found. */
let mark = 0;
const undo: (() => Promise<unknown> | void)[] = [];

function provider(mode: string, options: ProcessProviderOptions = {}): ProcessProvider {
  const made = new ProcessProvider({
    source: odd,
    runtime: "bun",
    ...options,
    env: { MODE: mode, OPENENV_TEST_MARK: marked(), ...options.env },
  });
  undo.push(() => made.stop());
  return made;
}

const marked = (): string => `process-${process.pid}-${mark}`;
const left = (): readonly number[] => processesWith(`OPENENV_TEST_MARK=${marked()}`);

afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
  await until("no process is left", () => left().length === 0);
  mark += 1;
});

describe("an environment", () => {
  test("is started on a free port, driven and stopped", async () => {
    const started = provider("", { source: echo });
    const { baseUrl } = await started.start();
    await started.waitForReady();
    expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    await using env = await GenericEnvClient.connect(baseUrl);
    await env.reset();
    expect((await env.step({ message: "hi" })).observation["echoed_message"]).toBe("hi");
    expect(await started.logs()).toContain(`serving echo_env on ${baseUrl}`);
    expect(left().length).toBeGreaterThan(0);
  });

  test("is found in a folder of the environment, of the server package, and by its name", async () => {
    const home = mkdtempSync(join(tmpdir(), "openenv test "));
    undo.push(() => rmSync(home, { recursive: true }));
    const scope = join(home, "node_modules/@openenv");
    await Bun.write(join(scope, "x"), "");
    symlinkSync(join(root, "packages/envs/echo-env/server"), join(scope, "echo-env-server"));
    const sources = ["packages/envs/echo-env", "packages/envs/echo-env/server"].map((folder) => join(root, folder));
    for (const source of [...sources, "@openenv/echo-env-server"]) {
      const started = provider("", { source, cwd: home });
      await started.start();
      await started.waitForReady();
      await started.stop();
    }
  });

  test("sessions at once, arguments and variables reach it", async () => {
    const started = provider("", { source: echo, maxConcurrentEnvs: 1, args: ["--mode", "production"] });
    const { baseUrl } = await started.start();
    await started.waitForReady();
    await using first = await GenericEnvClient.connect(baseUrl);
    await first.reset();
    await using second = new GenericEnvClient({ baseUrl });
    expect(await rejection(second.reset())).toMatchObject({ code: "CAPACITY_REACHED", maxSessions: 1 });
    expect((await fetch(`${baseUrl}/reset`, { method: "POST", body: "{}" })).status).toBe(404);
  });
});

describe("what goes wrong says why, and leaves nothing", () => {
  test("a source that is not there", async () => {
    const cases = {
      "./nowhere": /^There is no .*nowhere\.$/,
      "@openenv/none": /is not installed: .*npm install @openenv\/none/,
      [join(root, "docs")]: /has no package\.json with a "bin"/,
    };
    for (const [source, message] of Object.entries(cases)) {
      const error = await rejection<ProviderError>(provider("", { source }).start());
      expect(error).toBeInstanceOf(ProviderError);
      expect(error.stage).toBe("resolve");
      expect(error.message).toMatch(message);
    }
  });

  test("a runtime that is not there", async () => {
    const missing = provider("serve", { runtime: "node", runtimePath: join(root, "no/such/node") });
    expect((await rejection(missing.start())).message).toMatch(/could not be started/);
  });

  test("SB-05: a server that ends at once, with its last lines", async () => {
    const error = await rejection<ProviderError>(provider("crash").start());
    expect(error).toMatchObject({ code: "PROVIDER_FAILED", stage: "start", details: { exitCode: 3 } });
    expect(error.message).toMatch(/ended with exit code 3.*the reason of the crash/s);
  });

  test("a port that is taken", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    undo.push(() => void taken.close());
    await new Promise((resolve) => taken.once("listening", resolve));
    const { port } = taken.address() as { port: number };
    expect((await rejection(provider("serve", { port }).start())).message).toMatch(/^Port \d+ of 127.0.0.1 is in use/);
    // Told behind our back, it must still not be mistaken for the other server.
    const started = provider("serve", { port: 1, env: { PORT: String(port) } });
    await started.start();
    expect((await rejection(started.waitForReady())).message).toMatch(/ended with exit code 1.*(in use|EADDRINUSE)/s);
  });

  test("a server that names no port is given up after the limit; with a port it is found", async () => {
    const quiet = provider("quiet");
    const error = await rejection(quiet.start(undefined, { timeoutMs: 500 }));
    expect(error).toBeInstanceOf(TimeoutError);
    const free = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
    const { port } = free;
    await free.stop();
    const known = provider("quiet", { port });
    await known.start();
    await known.waitForReady();
  });

  test("a server that never becomes healthy is stopped, and shows its last lines", async () => {
    const sick = provider("sick", { readyTimeoutMs: 300 });
    await sick.start();
    const error = await rejection(sick.waitForReady());
    expect(error).toBeInstanceOf(TimeoutError);
    expect(error.message).toMatch(/timeoutMs \(300 ms\): GET \/health answered 503.*mode sick/s);
    expect(left()).toEqual([]);
  });

  test("an abort at any moment", async () => {
    const reason = new Error("enough");
    const moments: ((started: ProcessProvider, abort: AbortController) => Promise<unknown>)[] = [
      (started, abort) => {
        abort.abort(reason);
        return started.start(undefined, { signal: abort.signal });
      },
      (started, abort) => started.start(undefined, { signal: abort.signal, onProgress: () => abort.abort(reason) }),
      (started, abort) => {
        const start = started.start(undefined, { signal: abort.signal });
        queueMicrotask(() => abort.abort(reason));
        return start;
      },
      async (started, abort) => {
        await started.start();
        const ready = started.waitForReady({ signal: abort.signal });
        abort.abort(reason);
        return ready;
      },
    ];
    for (const moment of moments) {
      expect(await rejection(moment(provider("sick"), new AbortController()))).toBe(reason);
      expect(left()).toEqual([]);
    }
  });

  test("secrets are in no error and no log", async () => {
    const secrets = { SECRET_TOKEN: "s3cr3t-value" };
    const error = await rejection<ProviderError>(provider("crash", { secrets }).start());
    expect(Bun.inspect(error)).toContain("token ***");
    expect(Bun.inspect(error)).not.toContain("s3cr3t-value");
    const named = provider("serve", { env: secrets });
    await named.start();
    await named.waitForReady();
    expect(await named.logs()).toContain("token ***");
  });
});

describe("the end", () => {
  test("of the whole process group, also of what holds the pipes", async () => {
    const started = provider("grandchild");
    await started.start();
    await started.waitForReady();
    expect(left().length).toBeGreaterThanOrEqual(2);
    await started.stop();
    expect(left()).toEqual([]);
  });

  test("of a server that does not obey is by force", async () => {
    const stubborn = provider("stubborn", { stopTimeoutMs: 100 });
    await stubborn.start();
    await stubborn.waitForReady();
    await stubborn.stop();
    expect(left()).toEqual([]);
  });

  test("of the server in the middle of a step: SessionLostError with its last lines", async () => {
    const started = provider("", { source: slow });
    const { baseUrl } = await started.start();
    await started.waitForReady();
    await using env = new GenericEnvClient({ baseUrl, connect: connectThrough(started) });
    await env.reset();
    const step = rejection(env.step({ ms: 3000 }));
    for (const pid of left()) process.kill(pid, "SIGKILL");
    const error = await step;
    expect(error).toBeInstanceOf(SessionLostError);
    expect(error.message).toMatch(/was ended by SIGKILL.*serving slow/s);
    expect((await rejection(env.reset())).message).toMatch(/was ended by SIGKILL/);
  });

  test("of a server that ends by itself takes what it had started along", async () => {
    const started = provider("grandchild");
    await started.start();
    const [leader] = left();
    process.kill(leader ?? 0, "SIGKILL");
    await until("the group is gone", () => left().length === 0);
    expect((await started.explainEnd())?.message).toMatch(/SIGKILL/);
    expect(isAlive(leader ?? 0)).toBe(false);
  });
});

test("localhost, 127.0.0.1 and ::1: each server is reached where it listens (NET-01)", async () => {
  for (const host of ["127.0.0.1", "localhost", "::1", "0.0.0.0"]) {
    const started = provider("", { source: echo, host });
    const { baseUrl } = await started.start();
    await started.waitForReady();
    await using env = await GenericEnvClient.connect(baseUrl);
    await env.reset();
    await started.stop();
  }
});

test("a file with blanks and a shell's letters in its name is no command", async () => {
  const folder = mkdtempSync(join(tmpdir(), "openenv $(touch x) "));
  undo.push(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "a b;c.mjs");
  writeFileSync(file, await new Bun.Transpiler({ loader: "ts" }).transform(await Bun.file(odd).text()));
  const started = provider("serve", { source: file });
  await started.start();
  await started.waitForReady();
});
