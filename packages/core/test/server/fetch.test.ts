/** The HTTP handler as a web-standard function, mounted nowhere. */
import type { GenericTypes } from "@openenv/core";
import { createEnvServer, defineEnvironment, type Environment } from "@openenv/core/server";
import { expect, test } from "bun:test";
import {
  anything,
  assert,
  asyncProperty,
  constantFrom,
  json,
  oneof,
  option,
  record,
  string,
  uint8Array,
  webUrl,
} from "fast-check";
import { answer, defer, openSpec, serverOf } from "./scripted-env.ts";

const paths = [
  "/",
  "/reset",
  "/step",
  "/state",
  "/health",
  "/schema",
  "/metadata",
  "/mcp",
  "/docs",
  "/openapi.json",
  "/ws",
];
const taskPaths = ["/scripted_env/splits", "/scripted_env/tasks", "/x/task", "/scripted_env/task_range", "/%E0/tasks"];

const bodies = oneof(
  json(),
  string(),
  constantFrom(
    '{"action":{}}',
    '{"seed":-1}',
    '{"split":"train","index":1}',
    '{"jsonrpc":"2.0","method":"x"}',
    "{",
    "null",
  ),
  anything().map((value) => JSON.stringify(value) ?? ""),
);

const requests = record({
  path: oneof(
    constantFrom(...paths, ...taskPaths),
    webUrl().map((url) => new URL(url).pathname),
  ),
  slash: constantFrom("", "/", "?a=b", "//"),
  method: constantFrom("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH"),
  type: constantFrom("application/json", "application/json; charset=utf-8", "text/plain", "multipart/form-data", ""),
  body: option(oneof(bodies, uint8Array())),
});

test("any request is answered, and a refusal says why in JSON", async () => {
  const server = await serverOf({});
  await assert(
    asyncProperty(requests, async ({ path, slash, method, type, body }) => {
      const takesBody = method !== "GET" && method !== "HEAD";
      const request = new Request(`http://server${path}${slash}`, {
        method,
        headers: type === "" ? {} : { "content-type": type },
        ...(takesBody && body !== null && { body }),
      });
      const response = await server.fetch(request);
      const text = await response.text();
      expect([200, 307, 400, 404, 405, 422, 501]).toContain(response.status);
      if (response.status >= 400) expect(JSON.parse(text)).toHaveProperty("detail");
    }),
    { numRuns: 2000 },
  );
});

test("it mounts inside another server: only the path of a request matters", async () => {
  const server = await serverOf({});
  const responses = await Promise.all(
    ["http://a/health", "https://b.example:8443/health?x=1"].map((url) => server.fetch(new Request(url))),
  );
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect(server.socketTarget(new URL("ws://a/ws"))).toEqual({ sessionId: undefined });
  expect(server.socketTarget(new URL("ws://a/ws?session_id=s"))).toEqual({ sessionId: "s" });
  expect(["/", "/ws/", "/WS"].map((path) => server.socketTarget(new URL(path, "ws://a")))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("requests that come at once have environments of their own", async () => {
  let made = 0;
  const server = await serverOf({ step: () => ({ observation: { made: (made += 1) }, reward: null, done: false }) });
  const step = (): Promise<Response> => {
    const init = { method: "POST", body: '{"action":{}}', headers: { "content-type": "application/json" } };
    return server.fetch(new Request("http://a/step", init));
  };
  const answers = await Promise.all(Array.from({ length: 20 }, async () => (await step()).status));
  expect(answers.every((status) => status === 200)).toBe(true);
  expect([made, server.activeSessions]).toEqual([20, 0]);
});

test("a server without a setup is ready as soon as it is made, one with a setup when that is done", async () => {
  const done = defer<void>();
  const health = async (setup?: () => Promise<void>): Promise<readonly unknown[]> => {
    const factory = (): Environment<GenericTypes> => ({ reset: () => answer, step: () => answer });
    const definition = defineEnvironment(openSpec, factory, setup && { setup });
    const server = createEnvServer(definition, { variables: {} });
    const before = await server.fetch(new Request("http://a/health"));
    done.resolve();
    await server.ready;
    return [before.status, (await server.fetch(new Request("http://a/health"))).status];
  };
  expect(await health()).toEqual([200, 200]);
  expect(await health(() => done.promise)).toEqual([503, 200]);
});
