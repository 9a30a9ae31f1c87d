/** Clients that are generated from a running server, ours or Python's, have its tools as typed methods. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { planDocument } from "@openenv/codegen";
import type { ToolsEnv as ToolsClient } from "@openenv-interop/tools";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { verifies } from "../conformance/verifies.ts";
import { toolServers, type ToolServer } from "./servers.ts";

const LIMIT_MS = 120_000;

for (const name of ["bun", "python"]) {
  const start = toolServers[name];
  if (start === undefined) test.skip(`a client of a server on ${name}: it is not on the machine`, () => {});
  else describe(`a client that is generated from a server on ${name}`, () => suite(name, start));
}

function suite(name: string, start: () => Promise<ToolServer>): void {
  // Inside the repository, so that the generated files find core.
  const folder = join(import.meta.dirname, `generated-${name}`);
  let server: ToolServer;
  beforeAll(async () => {
    server = await start();
  }, LIMIT_MS);
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await server[Symbol.asyncDispose]();
  });

  test("has the server's tools: names, arguments, defaults, results", async () => {
    verifies("mcp:client:generated");
    const { plan, diagnostics } = await planDocument(server.url, "tools");
    expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const files = (plan?.files ?? []).filter(({ path }) => path.startsWith("client/src/gen/"));
    for (const { path, content } of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    const types = files.find(({ path }) => path.endsWith("types.ts"))?.content ?? "";
    expect(types).toMatch(/interface ToolsAddArguments \{[^}]*a: number;[^}]*b: number;/);
    expect(types).toMatch(/style\??: "short" \| "long"/);
    expect(types).toMatch(/type ToolsAddResult = number;/);

    const { ToolsEnv } = (await import(join(folder, "client/src/gen/index.ts"))) as { ToolsEnv: typeof ToolsClient };
    await using env = await ToolsEnv.connect(server.url);
    await env.reset();
    expect(await env.tools.add({ a: 2, b: 3 })).toBe(5);
    expect(await env.tools.bump()).toBe(1);
    expect(await env.tools.describe({ subject: "ann" })).toMatchObject({ subject: "ann", style: "short" });
    // @ts-expect-error a wrong type of an argument is found before anything is sent
    expect(env.tools.add({ a: "2", b: 3 })).rejects.toThrow("Invalid arguments of add");
    const { observation } = await env.step({ type: "call_tool", tool_name: "bump", arguments: { by: 2 } });
    expect(observation.result?.data).toBe(3);
  });
}
