/** UVProvider: real Python environments of the original, `openenv==0.10.0`, driven by generated clients. */
import { afterAll, afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { ProviderError, SessionLostError } from "@openenv/core";
import { HubProvider, UVProvider, type UVProviderOptions } from "@openenv/core/providers";
import { EchoEnv } from "@openenv/echo-env";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { processesWith, until } from "./harness/processes.ts";
import { rejection } from "./harness/rejection.ts";
import { ownTemporaryFolder } from "./harness/temporary-folder.ts";

/** Nothing here waits for long, but the machine may be busy. */
setDefaultTimeout(60_000);
ownTemporaryFolder();

const LIMIT_MS = 150_000;
const interpreter = process.env["OPENENV_PYTHON"] ?? "";
const hasPython = interpreter !== "" && spawnSync(interpreter, ["-c", "import openenv"]).status === 0;
const uv = [join(dirname(interpreter), "uv"), Bun.which("uv") ?? ""].find((path) => existsSync(path));

/** A copy: installers write into a project. */
const work = mkdtempSync(join(tmpdir(), "openenv-uv test "));
const folder = join(work, "python env");
cpSync(join(import.meta.dirname, "fixtures/python-env"), folder, { recursive: true });
const mark = `uv-${process.pid}`;
const left = (): readonly number[] => processesWith(`OPENENV_TEST_MARK=${mark}`);

afterEach(async () => {
  await until("no process is left", () => left().length === 0);
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

const provider = (options: UVProviderOptions = {}): UVProvider =>
  new UVProvider({ source: folder, ...options, env: { OPENENV_TEST_MARK: mark, ...options.env } });

test("what cannot be started says why", async () => {
  const missing = await rejection<ProviderError>(provider({ source: "./no where" }).start());
  expect(missing).toMatchObject({ stage: "resolve" });
  expect((await rejection(provider({ source: "$(rm)" }).start())).message).toMatch(/is no requirement/);
  const python = await rejection<ProviderError>(provider({ installer: "venv", python: "no-such-python" }).start());
  expect(python).toMatchObject({ stage: "setup" });
  expect(python.message).toMatch(/"no-such-python" is not installed. Install Python 3/);
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith("openenv-venv-"))).toEqual([]);
  const wrong = { env_vars: {} } as unknown as UVProviderOptions;
  expect(() => new UVProvider(wrong)).toThrow(/Did you mean env/);
});

if (!hasPython) test.skip("Python environments: OPENENV_PYTHON has no openenv", () => {});
else
  describe("an interpreter that has everything", () => {
    test(
      "a folder with openenv.yaml, driven by a generated client",
      async () => {
        await using started = provider({ interpreter, maxConcurrentEnvs: 4 });
        const { baseUrl } = await started.start();
        await started.waitForReady();
        await using env = await EchoEnv.connect(baseUrl);
        await env.reset({ episode_id: "one" });
        const { observation, reward } = await env.step({ message: "héllo" });
        expect([observation.echoed_message, observation.message_length, reward]).toEqual(["héllo", 5, 0.5]);
        expect(await env.state()).toMatchObject({ episode_id: "one", step_count: 1, last_message: "héllo" });
        expect(await started.logs()).toContain("Uvicorn running on");
      },
      LIMIT_MS,
    );

    test(
      "fromEnv finds that it is Python; killed in the middle, its last lines are told",
      async () => {
        const python = { interpreter, env: { OPENENV_TEST_MARK: mark } };
        await using env = await EchoEnv.fromEnv(folder, { provider: new HubProvider({ python }) });
        await env.reset();
        for (const pid of left()) process.kill(pid, "SIGKILL");
        const error = await rejection(env.step({ message: "x" }));
        expect(error).toBeInstanceOf(SessionLostError);
        expect(error.message).toMatch(/was ended by SIGKILL.*Uvicorn running/s);
      },
      LIMIT_MS,
    );

    test(
      "an application that does not import: uvicorn's own words",
      async () => {
        const error = await rejection<ProviderError>(provider({ interpreter, app: "server.nothing:app" }).start());
        expect(error).toBeInstanceOf(ProviderError);
        expect(error.message).toMatch(/ended with exit code 3.*server\.nothing/s);
      },
      LIMIT_MS,
    );

    test(
      "a repository, cloned and removed again; a private one's token is nowhere",
      async () => {
        const git = (...args: string[]): void => {
          const { status, stderr } = spawnSync("git", [
            "-c",
            "user.name=t",
            "-c",
            "user.email=t@localhost",
            "-C",
            folder,
            ...args,
          ]);
          if (status !== 0) throw new Error(stderr.toString());
        };
        git("init", "--quiet");
        git("add", "server", "openenv.yaml", "pyproject.toml");
        git("commit", "--quiet", "--message", "all");
        const source = `git+file://${folder.replaceAll(" ", "%20")}`;
        await using started = provider({ source, interpreter, gitToken: "git-secret-token" });
        await started.start();
        await started.waitForReady();
        await started.stop();
        const refused = provider({ source: "git+http://127.0.0.1:1/x.git", interpreter, gitToken: "git-secret-token" });
        expect(Bun.inspect(await rejection(refused.start()))).not.toContain("git-secret-token");
        expect(readdirSync(tmpdir()).filter((name) => name.startsWith("openenv-source-"))).toEqual([]);
      },
      LIMIT_MS,
    );
  });

if (uv === undefined) test.skip("uv: it is neither on the PATH nor beside OPENENV_PYTHON", () => {});
else
  test(
    "uv makes the environment from the project's own requirements",
    async () => {
      process.env["PATH"] = `${dirname(uv)}${delimiter}${process.env["PATH"] ?? ""}`;
      await using started = provider({ installer: "uv" });
      const { baseUrl } = await started.start();
      await started.waitForReady();
      await using env = await EchoEnv.connect(baseUrl);
      await env.reset();
      expect((await env.step({ message: "hi" })).observation.echoed_message).toBe("hi");
      await env.close();
      await started.stop();
    },
    LIMIT_MS,
  );
