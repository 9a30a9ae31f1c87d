/** The examples of the providers check themselves; here they run. */
import { expect, test } from "bun:test";
import { runCommand } from "openenv-scripts/run-command.ts";
import { envFor } from "openenv-scripts/runtimes.ts";
import { join } from "node:path";
import { dockerEngine } from "./harness/engine.ts";
import { baseImage } from "./harness/images.ts";

const root = join(import.meta.dirname, "../..");
const examples = join(root, "apps/examples");

test("apps/examples/process", async () => {
  const cwd = join(examples, "process");
  const result = await runCommand([process.execPath, "main.ts"], { cwd, env: envFor("bun"), quiet: true });
  expect(result).toMatchObject({ exitCode: 0, output: expect.stringContaining("and blocking") as string });
}, 60_000);

const engine = dockerEngine();
if ("missing" in engine) test.skip(`apps/examples/docker: ${engine.missing}`, () => {});
else
  test("apps/examples/docker", async () => {
    const cwd = join(examples, "docker");
    const host = engine.engineHost === undefined ? {} : { DOCKER_HOST: engine.engineHost };
    const args = ["main.ts", join(root, "packages/envs/echo-env"), baseImage(engine)];
    const env = { ...envFor("bun"), ...host, OPENENV_CONTAINER_CLI: "docker" };
    const result = await runCommand([process.execPath, ...args], { cwd, env, quiet: true });
    expect(result).toMatchObject({ exitCode: 0, output: expect.stringContaining("nothing is left") as string });
  }, 90_000);
