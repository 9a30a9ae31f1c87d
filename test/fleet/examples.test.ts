/** The example of a fleet checks itself; here it runs wherever there is an engine for it. */
import { expect, test } from "bun:test";
import { runCommand } from "openenv-scripts/run-command.ts";
import { envFor } from "openenv-scripts/runtimes.ts";
import { join } from "node:path";
import { kubernetesCluster, loadImage, untilUp } from "../kubernetes/harness.ts";
import { envImage } from "../providers/harness/images.ts";
import { swarmEngine } from "../providers/harness/swarm.ts";

const cwd = join(import.meta.dirname, "../../apps/examples/fleet");
const LIMIT_MS = 180_000;

async function run(args: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<void> {
  const env = { ...envFor("bun"), ...variables };
  const result = await runCommand([process.execPath, "main.ts", ...args], { cwd, env, quiet: true });
  expect(result).toMatchObject({
    exitCode: 0,
    output: expect.stringContaining("256 episodes in 64 sessions") as string,
  });
}

test("apps/examples/fleet: processes", () => run(["process"]), LIMIT_MS);

const swarm = swarmEngine();
if ("missing" in swarm) test.skip(`apps/examples/fleet: swarm: ${swarm.missing}`, () => {});
else
  test(
    "apps/examples/fleet: a swarm",
    async () => {
      const host = swarm.engineHost === undefined ? {} : { DOCKER_HOST: swarm.engineHost };
      await run(["swarm", await envImage(swarm, "echo-env")], { ...host, OPENENV_CONTAINER_CLI: "docker" });
    },
    LIMIT_MS,
  );

const cluster = kubernetesCluster();
if ("missing" in cluster) test.skip(`apps/examples/fleet: kubernetes: ${cluster.missing}`, () => {});
else
  test(
    "apps/examples/fleet: a Kubernetes cluster",
    async () => {
      await untilUp(cluster);
      await run(["kubernetes", await loadImage(cluster, "echo-env")], { OPENENV_KUBECTL: cluster.cli });
    },
    LIMIT_MS + 20 * 60_000,
  );
