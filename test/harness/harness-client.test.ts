/** The client of agentic harnesses, against a server of ours and against Python's. */
import { afterAll, describe, expect, test } from "bun:test";
import {
  CapacityReachedError,
  ClientClosedError,
  ConnectionFailedError,
  GenericEnvClient,
  HarnessClient,
  HarnessError,
  SessionError,
  SessionLostError,
  TimeoutError,
} from "@openenv/core";
import { serve } from "@openenv/core/serve";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { verifies } from "../conformance/verifies.ts";
import { harness } from "../runtimes/fixture/environments/harness.ts";
import { rejection } from "../providers/harness/rejection.ts";
import { Gates } from "../runtimes/fixture/link.ts";

const python = process.env["OPENENV_PYTHON"];
const children: ChildProcess[] = [];

afterAll(async () => {
  for (const child of children) {
    const exited = once(child, "exit");
    child.kill("SIGKILL");
    await exited;
  }
});

interface Served extends AsyncDisposable {
  readonly url: string;
}

function serveOurs(params: Parameters<typeof harness>[0] = {}, options: object = {}): Promise<Served> {
  const definition = harness(params, new Gates(() => {}));
  return serve(definition, { port: 0, mode: "production", maxConcurrentEnvs: -1, variables: {}, ...options });
}

async function servePython(interpreter: string): Promise<Served> {
  const child = spawn(interpreter, [join(import.meta.dirname, "python_harness.py")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const lines = createInterface({ input: child.stdout });
  const [url] = (await once(lines, "line")) as [string];
  return { url, [Symbol.asyncDispose]: () => Promise.resolve() };
}

describe.each([
  ["ours", () => serveOurs()],
  ["Python's", python === undefined ? undefined : () => servePython(python)],
] as const)("a client of a harness on %s server", (_name, start) => {
  test.skipIf(start === undefined)(
    "takes turns, streamed or whole, and is told of one that fails",
    async () => {
      verifies("harness:client");
      if (start === undefined) return;
      await using server = await start();
      {
        await using client = await HarnessClient.connect(server.url);
        expect([client.harness, client.sessionId.length]).toEqual(["parrot", 36]);
        const types: string[] = [];
        for await (const { type, timestamp } of client.stream("hello")) {
          types.push(type);
          expect(timestamp).toBeGreaterThan(1);
        }
        expect(types).toEqual(["llm_request", "text_output", "turn_complete"]);
        expect(await client.send("bye")).toMatchObject({ response: "hello bye", done: true });
        expect((await client.send("more")).events).toHaveLength(3);
        expect(client.send("crash")).rejects.toThrow(new HarnessError("harness turn failed"));
      }
      // The one session there may be is free again. By steps it is an environment as any other.
      await using env = await GenericEnvClient.connect(server.url);
      await env.reset();
      const { metadata, done } = await env.step({ message: "bye" });
      expect([metadata["response"], metadata["turn_number"], done]).toEqual(["bye", 1, true]);
    },
    120_000,
  );
});

test("what keeps a harness from starting is a typed error", async () => {
  verifies("harness:client");
  await using broken = await serveOurs({ broken: true });
  expect(HarnessClient.connect(broken.url)).rejects.toBeInstanceOf(SessionError);
  await using full = await serveOurs({}, { maxConcurrentEnvs: 1 });
  await using only = await HarnessClient.connect(full.url);
  expect(only.harness).toBe("parrot");
  expect(HarnessClient.connect(full.url)).rejects.toBeInstanceOf(CapacityReachedError);
  await using simulation = await serveOurs({}, { mode: "simulation" });
  expect(HarnessClient.connect(simulation.url)).rejects.toBeInstanceOf(ConnectionFailedError);
});

test("one turn follows the other; a loop that is left, a limit and a lost server end the conversation", async () => {
  verifies("harness:client");
  await using server = await serveOurs();
  const left = await HarnessClient.connect(server.url);
  for await (const { type } of left.stream("first")) {
    expect(type).toBe("llm_request");
    expect(await rejection(left.send("second"))).toBeInstanceOf(HarnessError);
    break;
  }
  expect(await rejection(left.send("third"))).toBeInstanceOf(ClientClosedError);

  const slow = await HarnessClient.connect(server.url);
  expect(await rejection(slow.send("hang", { timeoutMs: 50 }))).toBeInstanceOf(TimeoutError);
  const aborted = await HarnessClient.connect(server.url);
  const reason = new Error("enough");
  const controller = new AbortController();
  const turn = aborted.send("hang", { signal: controller.signal });
  controller.abort(reason);
  expect(await rejection(turn)).toBe(reason);

  const lost = await HarnessClient.connect(server.url);
  const waiting = lost.send("hang");
  await server[Symbol.asyncDispose]();
  expect(await rejection(waiting)).toBeInstanceOf(SessionLostError);
});
