/**
 * Many servers as one: 64 sessions over 4 replicas, wherever these run. What differs between a laptop, a swarm and a
 * cluster is one line. Checks itself; exits with 1 when something is wrong.
 *
 *     main.ts process
 *     main.ts swarm IMAGE        the engine is a manager of a Docker Swarm
 *     main.ts kubernetes IMAGE   the current context of kubectl
 *
 * IMAGE is echo-env's: openenv build, or buildImage as in the example docker.
 */
import { EchoEnv } from "@openenv/echo-env";
import { EnvFleet, type FleetOptions } from "@openenv/core/fleet";
import { DockerSwarmProvider, KubernetesProvider, ProcessProvider } from "@openenv/core/providers";
import { rollout } from "@openenv/core/rollout";
import assert from "node:assert/strict";
import process from "node:process";

const [engine = "process", image = "echo-env:latest"] = process.argv.slice(2);
const source = "@openenv/echo-env-server";
const limits = { maxConcurrentEnvs: 16 };

const places: Readonly<Record<string, () => FleetOptions>> = {
  process: () => ({ replicas: 4, provider: () => new ProcessProvider({ source, ...limits }) }),
  swarm: () => ({ provider: new DockerSwarmProvider({ image, replicas: 4, ...limits }) }),
  kubernetes: () => ({ provider: new KubernetesProvider({ image, replicas: 4, ...limits }) }),
};
const place = places[engine];
assert(place !== undefined, `"${engine}" is none of ${Object.keys(places).join(", ")}`);

await using fleet = await EnvFleet.start({ ...place(), onProgress: ({ message }) => console.error(message) });

const envs = await Promise.all(Array.from({ length: 64 }, () => fleet.connect(EchoEnv)));
assert.deepEqual(fleet.capacity(), { active: 64, max: 64, queued: 0 });
assert.deepEqual(
  fleet.replicas().map(({ own }) => own),
  [16, 16, 16, 16],
);

const resets = Array.from({ length: 256 }, (_, seed) => ({ seed }));
const records = await rollout(envs, (_last, { episode }) => ({ message: `episode ${episode}` }), {
  resets,
  maxSteps: 3,
});
assert.deepEqual(
  records.map(({ steps }) => steps.map(({ observation }) => observation?.echoed_message)),
  resets.map((_, episode) => Array.from({ length: 3 }, () => `episode ${episode}`)),
);
await Promise.all(envs.map((env) => env.close()));
process.stdout.write(`${records.length} episodes in 64 sessions over 4 replicas: ${engine}\n`);
