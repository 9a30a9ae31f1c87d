/** OE-63: MCP clients that others wrote, on `/mcp/stream` of a server on each runtime. */
import { Client as ClientV2, StreamableHTTPClientTransport as TransportV2 } from "@modelcontextprotocol/client";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { runCommand } from "openenv-scripts/run-command.ts";
import { runtimeNames } from "openenv-scripts/runtimes.ts";
import { verifies } from "../conformance/verifies.ts";
import { python, toolServers, type ToolServer } from "./servers.ts";

const LIMIT_MS = 60_000;
const NAMES = ["add", "describe", "bump", "fail"];
const who = { name: "test", version: "1" };

const fastmcp = `
import asyncio, sys
from fastmcp import Client
from fastmcp.exceptions import ToolError

async def main():
    async with Client(sys.argv[1]) as client:
        print(",".join(tool.name for tool in await client.list_tools()))
        values = [(await client.call_tool(name, args)).data for name, args in
                  (("bump", {"by": 2}), ("bump", {}), ("describe", {"subject": "ann"}))]
        print(values)
        try:
            await client.call_tool("fail")
        except ToolError as error:
            print(error)

asyncio.run(main())
`;

for (const name of runtimeNames) {
  const start = toolServers[name];
  if (start === undefined) test.skip(`a server on ${name}: this runtime is not on the machine`, () => {});
  else describe(`a server on ${name}`, () => suite(start));
}

function suite(start: () => Promise<ToolServer>): void {
  let server: ToolServer;
  let url: URL;
  beforeAll(async () => {
    server = await start();
    url = new URL(`${server.url}/mcp/stream`);
  }, LIMIT_MS);
  afterAll(() => server[Symbol.asyncDispose]());

  test("OE-63: @modelcontextprotocol/sdk 1", async () => {
    verifies("mcp:stream:clients");
    const client = new Client(who);
    const transport = new StreamableHTTPClientTransport(url);
    await client.connect(transport);
    expect(client.getServerVersion()).toEqual({ name: "tools", version: "1.2.3" });
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(NAMES);
    // The client checks structured content against the output schema.
    expect(await client.callTool({ name: "bump", arguments: { by: 3 } })).toMatchObject({
      structuredContent: { result: 3 },
    });
    expect(await client.callTool({ name: "bump" })).toMatchObject({ structuredContent: { result: 4 } });
    expect(await client.callTool({ name: "fail" })).toMatchObject({ isError: true });
    expect(client.callTool({ name: "nope" })).rejects.toThrow("Unknown tool: nope");
    await client.ping();
    await transport.terminateSession();
    expect(client.ping()).rejects.toThrow();
    await client.close();
  });

  test("OE-63: @modelcontextprotocol/client 2", async () => {
    const client = new ClientV2(who);
    const transport = new TransportV2(url);
    await client.connect(transport);
    expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(NAMES);
    const described = await client.callTool({ name: "describe", arguments: { subject: "ann" } });
    expect(described).toMatchObject({ structuredContent: { subject: "ann", style: "short", letters: 3 } });
    expect(await client.callTool({ name: "fail" })).toMatchObject({ isError: true });
    await transport.terminateSession();
    await client.close();
  });

  test.skipIf(python === undefined)(
    "OE-63: fastmcp (skipped without OPENENV_PYTHON)",
    async () => {
      const { output } = await runCommand([python ?? "", "-c", fastmcp, url.href], { quiet: true });
      const expected = [
        NAMES.join(","),
        "[2, 3, {'subject': 'ann', 'style': 'short', 'letters': 3}]",
        "tool failed: on request",
      ];
      expect(output.trim().split("\n")).toEqual(expected);
    },
    LIMIT_MS,
  );
}
