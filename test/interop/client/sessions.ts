/** Life and end of our client's sessions on the original: many at once, given up, cut, taken down. */
import { expect, test } from "bun:test";
import { CounterEnv } from "@openenv-interop/counter";
import { EchoEnv } from "@openenv-interop/echo";
import { SlowEnv } from "@openenv-interop/slow";
import { ConnectionFailedError, SessionLostError, TimeoutError } from "@openenv/core";
import { failure } from "../harness/failure.ts";
import { PythonServers } from "../harness/python-servers.ts";
import { observed } from "../harness/tampered.ts";

/** @param url of the server of an environment */
export function sessionTests(url: (name: string) => string, interpreter: string): void {
  test("sixteen sessions at once, each with its own counter", async () => {
    const play = async (index: number): Promise<void> => {
      await using env = await CounterEnv.connect(url("counter"));
      await env.reset({ episode_id: `s${index}`, start: index - 100 });
      for (let step = 1; step <= 5; step++) {
        const { observation } = await env.step({ delta: 1 + (index % 3) });
        expect(observation.value).toBe(index - 100 + step * (1 + (index % 3)));
      }
      expect(await env.state()).toMatchObject({ episode_id: `s${index}`, step_count: 5 });
    };
    await Promise.all(Array.from({ length: 16 }, (_, index) => play(index)));
  });

  test("a hundred calls that overlap are answered in order", async () => {
    await using env = await EchoEnv.connect(url("echo"));
    const messages = Array.from({ length: 100 }, (_, index) => `message ${index}`);
    const results = await Promise.all(messages.map((message) => env.step({ message })));
    expect(results.map(({ observation }) => observation.echoed_message)).toEqual(messages);
  });

  test("a step that is given up takes the session with it; only a reset starts a new one", async () => {
    await using env = await SlowEnv.connect(url("slow"));
    await env.reset({ episode_id: "old" });
    await failure(env.step({ ms: 2000 }, { timeoutMs: 20 }), TimeoutError);
    await failure(env.state(), SessionLostError);
    await env.reset({ episode_id: "new" });
    expect(await env.state()).toEqual({ episode_id: "new", step_count: 0 });

    const reason = new Error("enough");
    const controller = new AbortController();
    const step = env.step({ ms: 2000 }, { signal: controller.signal });
    controller.abort(reason);
    expect(await step.catch((error: unknown) => error)).toBe(reason);
    await failure(env.step({ ms: 0 }), SessionLostError);
  });

  test("messageTimeoutMs is the limit of every call", async () => {
    await using env = await SlowEnv.connect(url("slow"), { messageTimeoutMs: 300 });
    await env.reset();
    const error = await failure(env.step({ ms: 2500 }), TimeoutError);
    expect(error.message).toContain("messageTimeoutMs");
  });

  test("a connection that breaks is a lost session, for the call in flight and for later ones", async () => {
    const { connect, cut } = observed();
    await using env = new SlowEnv({ baseUrl: url("slow"), connect });
    await env.reset({ episode_id: "cut" });
    const step = env.step({ ms: 500 });
    cut();
    await failure(step, SessionLostError);
    await failure(env.step({ ms: 0 }), SessionLostError);
    expect((await env.reset()).observation).toEqual({ waited_ms: 0 });
  });

  test("a server that dies during a step: the session is lost, then there is nobody to connect to", async () => {
    await using servers = await PythonServers.start(interpreter, ["slow:2"]);
    await using env = await SlowEnv.connect(servers.url("slow:2"));
    await env.reset();
    const step = env.step({ ms: 3000 });
    const lost = failure(step, SessionLostError);
    await servers[Symbol.asyncDispose]();
    await lost;
    await failure(env.reset(), ConnectionFailedError);
  });

  test("close() frees the slot before it returns", async () => {
    for (let round = 0; round < 5; round++) {
      await using first = await EchoEnv.connect(url("full"));
      await using second = await EchoEnv.connect(url("full"));
      await Promise.all([first.reset(), second.reset()]);
      await Promise.all([first.close(), second.close()]);
    }
  });
}
