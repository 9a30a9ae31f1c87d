/**
 * An environment in a container: built, started, driven and removed by one program. Checks itself; exits with 1 when
 * something is wrong.
 *
 *     main.ts FOLDER [BASE_IMAGE]
 *
 * FOLDER is an environment's, such as packages/envs/echo-env. The base image needs Bun; by default it is Bun's own.
 */
import { EchoEnv } from "@openenv/echo-env";
import { buildImage, listContainers, LocalDockerProvider } from "@openenv/core/providers";
import assert from "node:assert/strict";
import process from "node:process";

const [environment = "", baseImage] = process.argv.slice(2);
const tag = "echo-env:example";
const onProgress = ({ message }: { message: string }): void => console.error(message);

await buildImage({ environment, tag, baseImage, onProgress });

const provider = new LocalDockerProvider({ memory: "256m", cpus: 1, maxConcurrentEnvs: 4 });
{
  await using env = await EchoEnv.fromDockerImage(tag, { provider, onProgress });
  await env.reset();
  const { observation } = await env.step({ message: "hi" });
  assert.equal(observation.echoed_message, "hi");
  const started = await listContainers();
  assert(started.some(({ baseUrl }) => baseUrl === env.baseUrl));
}

// The same, blocking.
{
  const env = EchoEnv.fromDockerImage(tag, { provider }).sync();
  env.reset();
  assert.equal(env.step({ message: "hey" }).observation.message_length, 3);
  env.close();
}

const left = (await listContainers()).filter(({ owner }) => owner.pid === process.pid);
assert.deepEqual(left, []);
process.stdout.write("in a container: awaited and blocking, and nothing is left\n");
