/** Build contexts and images: offline, small, not as root, and the same each time. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { GenericEnvClient } from "@openenv/core";
import { buildImage, dockerfileOf, LocalDockerProvider, writeBuildContext } from "@openenv/core/providers";
import { lstatSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dockerEngine, engineCommand } from "./harness/engine.ts";
import { baseImage, connection, containersOf, envImage } from "./harness/images.ts";
import { until } from "./harness/processes.ts";
import { rejection } from "./harness/rejection.ts";

/** Nothing here waits for long, but the machine may be busy. */
setDefaultTimeout(60_000);

const root = join(import.meta.dirname, "../..");
const envs = join(root, "packages/envs");
let work: string;
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), "openenv-build-"));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

test("the Dockerfile of every environment is the one that is generated: bun scripts/dockerfiles.ts", () => {
  for (const manifest of new Bun.Glob("*/openenv.yaml").scanSync(envs)) {
    const folder = join(envs, manifest, "..");
    expect(readFileSync(join(folder, "Dockerfile"), "utf8")).toBe(dockerfileOf(folder));
  }
});

test("a context is one bundle, the manifest and the Dockerfile, without links and paths of this machine", async () => {
  const environment = join(envs, "echo-env");
  const [first, second] = [join(work, "first"), join(work, "second")];
  const { files } = await writeBuildContext({ environment, out: first });
  await writeBuildContext({ environment, out: second });
  expect(files).toEqual(["Dockerfile", "openenv.yaml", "server.js", "validation/runtime.json"]);
  for (const file of files) {
    expect(lstatSync(join(first, file)).isFile()).toBe(true);
    const bytes = readFileSync(join(first, file));
    expect(bytes.equals(readFileSync(join(second, file)))).toBe(true);
    expect(bytes.includes(root)).toBe(false);
  }
  expect(lstatSync(join(first, "server.js")).size).toBeLessThan(400_000);
});

test("what is no environment, and a folder that holds something, are refused", async () => {
  const nothing = await rejection(writeBuildContext({ environment: root, out: join(work, "none") }));
  expect(nothing.message).toMatch(/no openenv.yaml with a name/);
  writeFileSync(join(work, "mine.txt"), "");
  const full = await rejection(writeBuildContext({ environment: join(envs, "echo-env"), out: work }));
  expect(full.message).toMatch(/is not empty, and nothing in it is overwritten/);
});

const engine = dockerEngine();
if ("missing" in engine) test.skip(`docker: ${engine.missing}`, () => {});
else
  describe("images", () => {
    test("OE-89: echo-env: healthy by the engine's own check, not as root, on a read-only file system", async () => {
      const image = await envImage(engine, "echo-env");
      const extraArgs = ["--read-only", "--cap-drop", "ALL", "--health-interval", "1s"];
      // As Docker gives it to every container where the user has a proxy (NET-01).
      const env = { HTTP_PROXY: "http://127.0.0.1:9", http_proxy: "http://127.0.0.1:9" };
      await using provider = new LocalDockerProvider({ ...connection(engine), image, extraArgs, env });
      await provider.start();
      await provider.waitForReady();
      const [container = ""] = containersOf(engine);
      const field = (name: string): string =>
        engineCommand(engine, "container", "inspect", "-f", `{{.${name}}}`, container);
      await until("healthy", () => field("State.Health.Status") === "healthy");
      expect(field("Config.User")).toBe("1000:1000");
      expect(engineCommand(engine, "exec", container, "id")).toMatch(/uid=1000/);
      // SIGTERM, not SIGKILL, ended it.
      const stopped = engineCommand(engine, "stop", container);
      expect([stopped, field("State.ExitCode")]).toEqual([container, "0"]);
    }, 90_000);

    test("coding-env: its interpreters are files, so it is its packages", async () => {
      const image = await envImage(engine, "coding-env");
      await using provider = new LocalDockerProvider({ ...connection(engine), image, readyTimeoutMs: 120_000 });
      const { baseUrl } = await provider.start();
      await provider.waitForReady();
      await using env = await GenericEnvClient.connect(baseUrl);
      await env.reset();
      const { observation } = await env.step({ code: "print(sum(range(10)))" });
      expect(observation).toMatchObject({ stdout: "45\n", exit_code: 0 });
    }, 180_000);

    test("a build that fails says what the engine said", async () => {
      const options = { ...connection(engine), environment: join(envs, "echo-env"), tag: "openenv-never:1" };
      const error = await rejection(buildImage({ ...options, baseImage: "127.0.0.1:1/none:1" }));
      expect(error).toMatchObject({ code: "PROVIDER_FAILED", stage: "build" });
      expect((await rejection(buildImage({ ...options, tag: "--privileged" }))).message).toMatch(/image is/);
      expect(
        await rejection(
          buildImage({ ...options, baseImage: baseImage(engine), signal: AbortSignal.abort(new Error("enough")) }),
        ),
      ).toMatchObject({
        message: "enough",
      });
    }, 60_000);
  });
