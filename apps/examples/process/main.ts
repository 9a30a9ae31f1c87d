/**
 * An environment from an installed package: started, driven and stopped by one program, awaited and blocking. Checks
 * itself; exits with 1 when something is wrong.
 */
import { EchoEnv } from "@openenv/echo-env";
import { ProcessProvider } from "@openenv/core/providers";
import assert from "node:assert/strict";
import process from "node:process";

// By its name: nothing else to say. The server ends with the client.
{
  await using env = await EchoEnv.fromEnv("echo-env", { onProgress: ({ message }) => console.error(message) });
  await env.reset();
  assert.equal((await env.step({ message: "hi" })).observation.echoed_message, "hi");
}

// With a say in how it runs, and many clients of one server.
{
  await using provider = new ProcessProvider({ source: "@openenv/echo-env-server", maxConcurrentEnvs: 16 });
  const { baseUrl } = await provider.start();
  await provider.waitForReady();
  const lengths = await Promise.all(
    ["a", "bc", "def"].map(async (message) => {
      await using env = await EchoEnv.connect(baseUrl);
      await env.reset();
      return (await env.step({ message })).observation.message_length;
    }),
  );
  assert.deepEqual(lengths, [1, 2, 3]);
}

// Without a single await, as blocking trainers are written.
{
  const provider = new ProcessProvider({ source: "@openenv/echo-env-server" });
  const { baseUrl } = provider.startSync();
  provider.waitForReadySync();
  const env = EchoEnv.sync(baseUrl);
  env.reset();
  assert.equal(env.step({ message: "hey" }).observation.message_length, 3);
  env.close();
  provider.stopSync();
}

process.stdout.write("from a package: awaited, many at once, and blocking\n");
