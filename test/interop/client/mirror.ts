/**
 * The kit's checks of Python's clients (kit/py_client_check.py), made of ours on Python's servers: by the async client, the
 * blocking one, and the client of tools in both forms. Each is named as in the kit; the last test sees that none is missing.
 */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { CounterEnv } from "@openenv-interop/counter";
import { EchoEnv } from "@openenv-interop/echo";
import { RichEnv } from "@openenv-interop/rich";
import {
  CallToolAction,
  CapacityReachedError,
  ClientClosedError,
  type EnvMethods,
  ExecutionError,
  FactoryError,
  GenericEnvClient,
  ListToolsAction,
  McpToolClient,
  type Mode,
  SessionLostError,
  TimeoutError,
  ToolError,
  ValidationError,
} from "@openenv/core";
import type { ConnectOptions, GenericTypes, JsonObject, StepResult } from "@openenv/core";
import { verifies } from "../../conformance/verifies.ts";

/** A client of either form: what it gives is awaited, which a plain value passes. */
type Client = EnvMethods<Mode, GenericTypes>;
type Open = (url: string, options?: Omit<ConnectOptions, "connect">) => Client;
type Check = (open: Open, url: (name: string) => string) => Promise<void>;

const forms: readonly (readonly [string, Open])[] = [
  ["async", (baseUrl, options) => new GenericEnvClient({ ...options, baseUrl })],
  ["blocking", (baseUrl, options) => GenericEnvClient.sync(baseUrl, options) as Client],
  ["of tools", (baseUrl, options) => new McpToolClient({ ...options, baseUrl })],
  ["of tools, blocking", (baseUrl, options) => McpToolClient.sync(baseUrl, options) as Client],
];

const TOOLS = ["add", "describe", "bump", "fail"];
const hi = { message: "hi" };

/** What a call throws, be it at once or as a rejection. */
async function thrown(call: () => unknown): Promise<unknown> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  throw new Error("no error was thrown");
}

/** The kit's `py.dual_mode_sync` and `py.sync_wrapper` are our blocking form, which every check below has. */
const checks: Readonly<Record<string, Check>> = {
  async "py.async_client, py.sync_wrapper, py.dual_mode_sync"(open, url) {
    const env = open(url("echo"));
    expect((await env.reset({ seed: 1, episode_id: "py" })).done).toBe(false);
    expect((await env.step(hi)).done).toBe(false);
    expect(await env.state()).toMatchObject({ episode_id: "py", step_count: 1 });
    await env.close();
  },
  async "py.url_forms"(open, url) {
    const http = url("echo");
    for (const form of [http, `${http}/`, http.replace("http", "ws"), http.replace("http://", "")]) {
      const env = open(form);
      expect((await env.reset()).done).toBe(false);
      await env.close();
    }
  },
  async "py.extra_headers"(open, url) {
    const env = open(url("echo"), { headers: { "X-Interop": "1" }, token: "x" });
    expect((await env.reset()).done).toBe(false);
    await env.close();
  },
  async "py.error_then_continue"(open, url) {
    const env = open(url("echo"));
    await env.reset();
    for (let count = 1; count <= 3; count += 1) {
      expect(await thrown(() => env.step({ zz: 1 }))).toBeInstanceOf(ValidationError);
      await env.step(hi);
    }
    expect((await env.state()).step_count).toBe(3);
    await env.close();
  },
  async "py.close_and_use_again"(open, url) {
    const env = open(url("echo"));
    await env.connect();
    await env.reset({ episode_id: "first" });
    await env.close();
    // Python's goes on with a session of its own accord; here a closed client says so, and another is made.
    expect(await thrown(() => env.state())).toBeInstanceOf(ClientClosedError);
    const next = open(url("echo"));
    expect((await next.state()).episode_id).toBeNull();
    await next.close();
  },
  async "py.new_session"(open, url) {
    const env = open(url("echo"));
    await env.reset({ episode_id: "parent" });
    const child = await env.newSession();
    await child.reset({ episode_id: "child" });
    expect((await env.state()).episode_id).toBe("parent");
    expect((await child.state()).episode_id).toBe("child");
    await env.close();
  },
  async "py.sixteen_sessions_at_once"(open, url) {
    const clients = Array.from({ length: 16 }, () => open(url("counter")));
    const play = async (env: Client, index: number): Promise<void> => {
      await env.reset({ episode_id: `s${index}` });
      const start = (await env.step({ delta: 1 })).observation["value"] as number;
      for (let step = 1; step < 5; step += 1) {
        expect((await env.step({ delta: 1 })).observation["value"]).toBe(start + step);
      }
      expect(await env.state()).toMatchObject({ episode_id: `s${index}`, step_count: 5 });
    };
    await Promise.all(clients.map(play));
    for (const env of clients) await env.close();
  },
  async "py.capacity_error"(open, url) {
    const opened = [open(url("full")), open(url("full"))];
    // A slot of the check before may be on its way back.
    for (const env of opened) for (let tries = 0; !(await isOpen(env)); tries += 1) expect(tries).toBeLessThan(200);
    const error = await thrown(() => open(url("full")).reset());
    expect(error).toBeInstanceOf(CapacityReachedError);
    expect((error as CapacityReachedError).maxSessions).toBe(2);
    for (const env of opened) await env.close();
  },
  async "py.tool_client, py.tool_client_sync"(open, url) {
    const env = open(url("tools"));
    await env.reset({ episode_id: "mcp" });
    expect((await env.listTools()).map(({ name }) => name)).toEqual(TOOLS);
    const add = await env.getTool("add");
    expect(add).toMatchObject({ inputSchema: { properties: { a: { type: "integer" } } } });
    expect(add?.description).not.toBe("");
    expect(await env.hasTool("nope")).toBe(false);
    expect(await env.callTool("add", { a: 5, b: 3 })).toBe(8);
    expect(await env.callTool("describe", { subject: "ann" })).toEqual({ subject: "ann", style: "short", letters: 3 });
    for (const name of ["fail", "nope"]) {
      const error = await thrown(() => env.callTool(name));
      expect(error).toBeInstanceOf(ToolError);
      expect((error as ToolError).message).toContain(name);
    }
    expect((await env.state()).episode_id).toBe("mcp");
    await env.close();
  },
  async "py.tool_client_one_session"(open, url) {
    const env = open(url("tools"));
    expect(await env.callTool("bump")).toBe(1);
    const byStep = (call: object): Promise<StepResult<JsonObject>> => env.step(call as JsonObject) as never;
    const called = await byStep(CallToolAction({ tool_name: "bump", arguments: { by: 4 } }));
    expect(called.observation["result"]).toMatchObject({ data: 5 });
    expect(await env.callTool("bump")).toBe(6);
    const listed = (await env.step(ListToolsAction())).observation;
    expect(listed.tools.map(({ name }) => name)).toEqual(TOOLS);
    const failed = await byStep(CallToolAction({ tool_name: "fail" }));
    expect(failed.observation["error"]).toMatchObject({ error_type: "execution_error" });
    await env.reset();
    expect(await env.callTool("bump")).toBe(1);
    await env.close();
  },
  async "py.tool_clients_free_their_slots"(open, url) {
    for (let count = 0; count < 5; count += 1) {
      const env = open(url("two tools"));
      // The server frees a slot a moment after it has answered the close.
      for (let tries = 0; !(await isOpen(env)); tries += 1) expect(tries).toBeLessThan(200);
      expect(await env.callTool("bump")).toBe(1);
      await env.close();
    }
  },
  async "slow.client_timeout_gives_a_new_session"(open, url) {
    const env = open(url("slow"), { messageTimeoutMs: 300 });
    await env.reset({ episode_id: "old" });
    expect(await thrown(() => env.step({ ms: 1000 }))).toBeInstanceOf(TimeoutError);
    // Python's next call is made on a new session; here it is told that the old one is gone, until a reset.
    expect(await thrown(() => env.state())).toBeInstanceOf(SessionLostError);
    await env.reset({ episode_id: "new" });
    expect(await env.state()).toMatchObject({ episode_id: "new", step_count: 0 });
    await env.close();
  },
  async "faulty.python_client"(open, url) {
    const env = open(url("faulty"));
    await env.reset();
    const error = await thrown(() => env.step({ command: "raise" }));
    expect(error).toBeInstanceOf(ExecutionError);
    expect((error as ExecutionError).message).toContain("faulty: raised");
    expect((await env.step({ command: "ok" })).observation["result"]).toBe("ok");
    await env.close();
  },
  async "broken.python_client"(open, url) {
    expect(await thrown(() => open(url("broken")).reset())).toBeInstanceOf(FactoryError);
  },
};

/** The two checks of typed clients have a form each, for types cannot be had from a list. */
const typed: Readonly<Record<string, (url: (name: string) => string) => Promise<void>>> = {
  async "py.typed_client"(url) {
    await using env = await EchoEnv.connect(url("echo"));
    await env.reset();
    const text: string = (await env.step(hi)).observation.echoed_message;
    expect([text, (await env.state()).step_count]).toEqual(["hi", 1]);
    using blocking = CounterEnv.sync(url("counter"));
    blocking.reset();
    const value: number = blocking.step({ delta: 1 }).observation.value;
    expect([typeof value, blocking.state().step_count]).toEqual(["number", 1]);
  },
  async "rich.typed_client"(url) {
    await using env = await RichEnv.connect(url("rich"));
    // An observation is an action with a few fields more.
    const { total_weight: _, pair: __, big: ___, image_base64: ____, ...action } = (await env.reset()).observation;
    expect((await env.step(action)).observation).toMatchObject(action);
    using blocking = RichEnv.sync(url("rich"));
    blocking.reset();
    expect(blocking.step(action).observation).toMatchObject(action);
  },
};

/** @param url of the server of an environment */
export function mirrorTests(url: (name: string) => string): void {
  describe.each(forms)("a client, %s", (_form, open) => {
    test.each(Object.entries(checks))("%s", async (_name, check) => {
      verifies("client:kit");
      await check(open, url);
    });
  });
  test.each(Object.entries(typed))("%s", async (_name, check) => check(url));

  test("no check of a client is left out", () => {
    const kit = readFileSync(join(import.meta.dirname, "../kit/py_client_check.py"), "utf8");
    const ofClients = Array.from(
      kit.matchAll(/^@check\("(py\.\w+|\w+\.(?:python|typed)_client|slow\.client\w+)"/gm),
      ([, name = ""]) => name,
    );
    const mirrored = [...Object.keys(checks), ...Object.keys(typed)].flatMap((names) => names.split(", "));
    expect(new Set(mirrored)).toEqual(new Set(ofClients));
    expect(mirrored).toHaveLength(ofClients.length);
  });
}

async function isOpen(env: Client): Promise<boolean> {
  try {
    await env.reset();
    return true;
  } catch (error) {
    if (!(error instanceof CapacityReachedError)) throw error;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return false;
  }
}
