/** coding-env with each interpreter in a container: isolation "container". */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { codingEnvironment } from "@openenv/coding-env-server";
import { GenericEnvClient } from "@openenv/core";
import { serve, type ServedEnvironment } from "@openenv/core/serve";
import { dockerEngine, engineCommand } from "./harness/engine.ts";
import { connection, containersOf, envImage } from "./harness/images.ts";
import { until } from "./harness/processes.ts";
import { rejection } from "./harness/rejection.ts";

const LIMIT_MS = 180_000;

test("without an image it says what to do", async () => {
  const error = await rejection(
    serve(codingEnvironment({ isolation: "container" }), { port: 0 }).then(({ server }) => server.ready),
  );
  expect(error.message).toMatch(/CODING_CONTAINER_IMAGE/);
});

const engine = dockerEngine();
if ("missing" in engine) test.skip(`docker: ${engine.missing}`, () => {});
else
  describe("interpreters in containers", () => {
    let served: ServedEnvironment;
    beforeAll(async () => {
      const image = await envImage(engine, "coding-env");
      const options = { isolation: "container", pool: { min: 1, max: 3 }, stepTimeoutMs: 2500 } as const;
      served = await serve(codingEnvironment({ ...options, container: { ...connection(engine), image } }), {
        port: 0,
        maxConcurrentEnvs: 2,
      });
      await served.server.ready;
    }, LIMIT_MS);
    afterAll(async () => {
      await served.close();
      await until("no container is left", () => containersOf(engine).length === 0);
    }, LIMIT_MS);

    const run = async (
      env: GenericEnvClient,
      code: string,
    ): Promise<{ stdout: string; stderr: string; exit_code: number }> =>
      (await env.step({ code })).observation as { stdout: string; stderr: string; exit_code: number };

    test(
      "code runs, keeps its variables, and has a container without a network",
      async () => {
        await using env = await GenericEnvClient.connect(served.url);
        await env.reset();
        expect(await run(env, "x = 6 * 7")).toMatchObject({ exit_code: 0 });
        expect(await run(env, "print(x)")).toMatchObject({ stdout: "42\n", exit_code: 0 });
        const [container = ""] = containersOf(engine);
        const field = (name: string): string =>
          engineCommand(engine, "container", "inspect", "-f", `{{.HostConfig.${name}}}`, container);
        expect([field("NetworkMode"), field("ReadonlyRootfs"), field("CapDrop")]).toEqual(["none", "true", "[ALL]"]);
      },
      LIMIT_MS,
    );

    test(
      "an endless loop ends with its container, and the session goes on in another",
      async () => {
        await using env = await GenericEnvClient.connect(served.url);
        await env.reset();
        const before = containersOf(engine);
        const loop = await run(env, "print('before')\nwhile True: pass");
        expect(loop.exit_code).not.toBe(0);
        expect(loop.stdout).toContain("before");
        expect(await run(env, "print('after')")).toMatchObject({ stdout: "after\n" });
        const gone = (): boolean => !before.every((name) => containersOf(engine).includes(name));
        await until("the loop's container is gone", gone);
      },
      LIMIT_MS,
    );

    test(
      "a container that is killed is told, and replaced",
      async () => {
        await using env = await GenericEnvClient.connect(served.url);
        await env.reset();
        const step = run(env, "import time; print('begun'); time.sleep(4)");
        for (const container of containersOf(engine)) engineCommand(engine, "kill", container);
        expect((await step).exit_code).not.toBe(0);
        // The one that stood ready was killed, too, which its server may learn a moment later.
        await until("a new one works", async () => {
          await env.reset();
          return (await run(env, "print(1)")).stdout === "1\n";
        });
      },
      LIMIT_MS,
    );
  });
