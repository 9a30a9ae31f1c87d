/** Many sessions at once through one fleet: all right. The long form is 2,048 of them on each engine. */
import { describe, expect, test } from "bun:test";
import { EnvFleet, type FleetOptions } from "@openenv/core/fleet";
import { DockerSwarmProvider, KubernetesProvider, ProcessProvider } from "@openenv/core/providers";
import { join } from "node:path";
import { quantile, sessionsAtOnce } from "../../bench/fleet/sessions-at-once.ts";
import { verifies } from "../conformance/verifies.ts";
import { kubernetesCluster, loadImage, nodePort, untilUp } from "../kubernetes/harness.ts";
import { connection, envImage } from "../providers/harness/images.ts";
import { swarmEngine } from "../providers/harness/swarm.ts";

const full = process.env["OPENENV_TEST_FULL"] === "1";
const SESSIONS = full ? 2048 : 256;
const WAIT_MS = full ? 1000 : 100;
const REPLICAS = 4;
const LIMIT_MS = 300_000;
const each = { maxConcurrentEnvs: SESSIONS / REPLICAS };
const source = join(import.meta.dirname, "../interop/envs/slow/server/src/main.ts");

async function allGoWell(options: FleetOptions): Promise<void> {
  verifies("fleet:scale");
  await using fleet = await EnvFleet.start(options);
  const { times, errors, open } = await sessionsAtOnce(fleet, SESSIONS, WAIT_MS);
  expect(errors).toEqual([]);
  expect(times.step.length).toBe(SESSIONS);
  // The connections alone take as long as a step: the first sessions may be gone before the last have come.
  expect(open).toBeGreaterThan(SESSIONS / 4);
  const ms = (figures: readonly number[]): string =>
    [0.5, 0.99].map((part) => quantile(figures, part).toFixed(0)).join("/");
  const { connect, reset, step } = times;
  console.log(`${SESSIONS} sessions, p50/p99 in ms: connect ${ms(connect)}, reset ${ms(reset)}, step ${ms(step)}`);
}

describe(`${SESSIONS} sessions at once over ${REPLICAS} replicas`, () => {
  test(
    "of processes",
    () => allGoWell({ provider: () => new ProcessProvider({ source, runtime: "bun", ...each }), replicas: REPLICAS }),
    LIMIT_MS,
  );

  const swarm = swarmEngine();
  if ("missing" in swarm) {
    test.skip(`of a swarm: ${swarm.missing}`, () => {});
  } else if (full) {
    test(
      "of a swarm",
      async () => {
        const image = await envImage(swarm, "slow");
        const options = { ...connection(swarm), resolveImage: false, healthIntervalMs: 500, ...each };
        await allGoWell({ provider: new DockerSwarmProvider({ image, replicas: REPLICAS, ...options }) });
      },
      LIMIT_MS,
    );
  }

  const cluster = kubernetesCluster();
  if ("missing" in cluster) {
    test.skip(`of a Kubernetes cluster: ${cluster.missing}`, () => {});
  } else if (full) {
    test(
      "of a Kubernetes cluster",
      async () => {
        await untilUp(cluster);
        const image = await loadImage(cluster, "slow");
        const options = { cli: cluster.cli, ...nodePort, ...each };
        await allGoWell({ provider: new KubernetesProvider({ image, replicas: REPLICAS, ...options }) });
      },
      LIMIT_MS,
    );
  }
});
