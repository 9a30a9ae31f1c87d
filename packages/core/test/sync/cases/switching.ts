/** From one kind of client to the other: what may be had both ways, and what is refused. */
import assert from "node:assert/strict";
import {
  ClientClosedError,
  ClientInUseError,
  EnvClient,
  GenericEnvClient,
  InvalidArgumentError,
  type OpenEnvError,
  type SyncCallOptions,
  SyncUnsupportedError,
  TimeoutError,
} from "@openenv/core";
import { CounterEnv } from "../../testing/counter-env.ts";
import { rejects } from "../../client/support.ts";
import { type ClientCase, startPuppet, thrown, throws } from "../support.ts";

function unused(): Promise<never> {
  return Promise.reject(new Error("unused"));
}

export const switchingCases: readonly ClientCase[] = [
  {
    name: "issue 5: env.sync() before the first call takes the settings over, and the async client is done with",
    async run() {
      await using server = await startPuppet();
      const headers = { "x-mine": "1" };
      await using env = new GenericEnvClient({ baseUrl: server.url, headers, messageTimeoutMs: 50 });
      using twin = env.sync();
      assert.equal(env.sync(), twin);
      assert.match(String(twin.step({ tell: true }).observation["head"]), /^x-mine: 1\r?$/im);
      throws(() => twin.step({ never: true }), TimeoutError, /messageTimeoutMs/);
      for (const call of [env.reset(), env.step({}), env.state(), env.connect()]) await rejects(call, ClientInUseError);
      // Closing the one that was given away closes nothing.
      await env.close();
      twin.reset();
    },
  },
  {
    name: "issue 5: env.sync() after a call is refused: it would be a second session",
    async run() {
      await using server = await startPuppet();
      await using env = await GenericEnvClient.connect(server.url);
      throws(() => env.sync(), ClientInUseError, /second session/);
      await env.reset();
      assert.equal((await env.step({ tell: true })).observation["connections"], 1);
      const closed = new GenericEnvClient({ baseUrl: server.url });
      await closed.close();
      throws(() => closed.sync(), ClientClosedError);
    },
  },
  {
    name: "issue 5: connect() connects when it is awaited or asked for the blocking client, not both",
    async run() {
      await using server = await startPuppet();
      void GenericEnvClient.connect(server.url);
      const awaited = GenericEnvClient.connect(server.url);
      await using env = await awaited;
      assert.equal(await awaited, env);
      throws(() => awaited.sync(), ClientInUseError, /awaited before/);
      const blocking = GenericEnvClient.connect(server.url);
      using twin = blocking.sync();
      assert.equal(blocking.sync(), twin);
      await rejects(blocking, ClientInUseError, /blocking client before/);
      await rejects(
        blocking.catch((error: unknown) => Promise.reject(error)),
        ClientInUseError,
      );
      assert.equal(twin.step({ tell: true }).observation["connections"], 2);
      assert.equal(Object.prototype.toString.call(blocking), "[object Lazy]");
      const wrong = GenericEnvClient.connect("nonsense://x");
      await rejects(wrong, InvalidArgumentError);
      throws(() => GenericEnvClient.connectSync("nonsense://x"), InvalidArgumentError);
    },
  },
  {
    name: "issue 5: a subclass with behaviour of its own gives its own blocking client",
    async run() {
      await using server = await startPuppet();
      class Shouting extends GenericEnvClient {
        override sync(): ReturnType<GenericEnvClient["sync"]> & { readonly loud: true } {
          return Object.assign(super.sync(), { loud: true } as const);
        }
      }
      using loud = Shouting.connectSync(server.url);
      assert.equal(loud.loud, true);
      using untyped = new EnvClient({ baseUrl: server.url }).sync();
      assert.deepEqual(untyped.reset({ seed: 3 }).observation, { seed: 3 });
      using typed = CounterEnv.connect(server.url).sync();
      assert.ok(typed.constructor !== CounterEnv);
    },
  },
  {
    name: "issue 5: what a blocking caller cannot have is refused by name",
    async run() {
      const url = "http://127.0.0.1:1";
      throws(() => new GenericEnvClient({ baseUrl: url, connect: unused }).sync(), SyncUnsupportedError, /`connect`/);
      using env = GenericEnvClient.sync(url);
      const options = { signal: AbortSignal.timeout(1) } as SyncCallOptions;
      throws(() => env.reset({}, options), SyncUnsupportedError, /signal.*timeoutMs/);
      const error = thrown(() => GenericEnvClient.connect(url, { signal: AbortSignal.abort() }).sync()) as OpenEnvError;
      assert.equal(error.code, "SYNC_UNSUPPORTED");
    },
  },
];
