/** The tools of echo_env, from TypeScript and from Python, and this client on Python's own echo. */
import { CallToolAction, EchoEnv, ListToolsAction } from "@openenv/echo-env";
import { echoServer } from "@openenv/echo-env-server";
import { connectInProcess } from "@openenv/core/testing";
import { serve } from "@openenv/core/serve";
import { describe, expect, test } from "bun:test";
import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { freePort } from "openenv-scripts/free-port.ts";

const python = process.env["OPENENV_PYTHON"];
const LIMIT_MS = 120_000;

/** As the original's client is written (PROTOCOL §5.8). */
const pythonClient = `
import asyncio, sys
from openenv.core.env_server.mcp_types import CallToolAction
from openenv.core.mcp_client import MCPToolClient

class EchoEnv(MCPToolClient):
    pass

async def main():
    async with EchoEnv(base_url=sys.argv[1]) as env:
        await env.reset()
        print([tool.name for tool in await env.list_tools()])
        print(await env.call_tool("echo_message", message="hi"))
        print(await env.call_tool("echo_with_length", message="h\\U0001f600"))
        result = await env.step(CallToolAction(tool_name="echo_message", arguments={"message": "yo"}))
        print(result.observation.result["data"], (await env.state()).step_count)

asyncio.run(main())
`;

/** As the original's server is written. */
const pythonServer = `
import sys, uvicorn
from fastmcp import FastMCP
from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.mcp_environment import MCPEnvironment
from openenv.core.env_server.mcp_types import CallToolAction, CallToolObservation
from openenv.core.env_server.types import Observation, State

class Echo(MCPEnvironment):
    def __init__(self):
        server = FastMCP("echo_env")

        @server.tool
        def echo_message(message: str) -> str:
            return message

        @server.tool
        def echo_with_length(message: str) -> dict:
            return {"message": message, "length": len(message)}

        super().__init__(server)

    def reset(self, seed=None, episode_id=None, **kwargs):
        return Observation()

    def _step_impl(self, action, timeout_s=None, **kwargs):
        raise RuntimeError("only tools")

    @property
    def state(self):
        return State()

app = create_fastapi_app(Echo, CallToolAction, CallToolObservation)
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="error")
`;

test("tools stand beside the classic action, on one session", async () => {
  await using env = await connectInProcess(EchoEnv, echoServer);
  await env.reset();
  expect(await env.tools.echoMessage({ message: "hi" })).toBe("hi");
  expect(await env.tools.echoWithLength({ message: "h😀" })).toEqual({ message: "h😀", length: 2 });
  expect((await env.step({ message: "hi" })).observation.echoed_message).toBe("hi");
  const { observation, reward } = await env.step(
    CallToolAction({ tool_name: "echo_with_length", arguments: { message: "abc" } }),
  );
  const length: number | undefined = observation.result?.data.length;
  expect([length, observation.error, reward]).toEqual([3, null, null]);
  const { tools } = (await env.step(ListToolsAction())).observation;
  expect(tools.map(({ name }) => name)).toEqual(["echo_message", "echo_with_length"]);
  // The classic step and the two about tools; the calls by their methods do not count.
  expect(await env.state()).toMatchObject({ step_count: 3, last_message: "hi" });
});

describe.skipIf(python === undefined)("with Python (skipped without OPENENV_PYTHON)", () => {
  test(
    "an EchoEnv of Python's works on this server",
    async () => {
      await using server = await serve(echoServer, { port: 0, maxConcurrentEnvs: 2 });
      const child = spawn(python ?? "", ["-c", pythonClient, server.url], { stdio: ["ignore", "pipe", "inherit"] });
      let output = "";
      child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
      await once(child, "close");
      expect(output.trim().split("\n")).toEqual([
        "['echo_message', 'echo_with_length']",
        "hi",
        "{'message': 'h😀', 'length': 2}",
        "yo 1",
      ]);
      // Both the socket and the session made over HTTP are gone.
      expect(server.server.activeSessions).toBe(0);
    },
    LIMIT_MS,
  );

  test(
    "this EchoEnv works on an echo of Python's",
    async () => {
      const port = await freePort();
      const child = spawn(python ?? "", ["-c", pythonServer, String(port)], { stdio: ["ignore", "ignore", "inherit"] });
      try {
        const url = `http://127.0.0.1:${port}`;
        await healthy(url);
        await using env = await EchoEnv.connect(url);
        expect((await env.listTools()).map(({ name }) => name)).toEqual(["echo_message", "echo_with_length"]);
        expect(await env.tools.echoMessage({ message: "hi" })).toBe("hi");
        expect(await env.tools.echoWithLength({ message: "h😀" })).toEqual({ message: "h😀", length: 2 });
        const { observation } = await env.step(
          CallToolAction({ tool_name: "echo_message", arguments: { message: "yo" } }),
        );
        expect(observation.result?.data).toBe("yo");
      } finally {
        child.kill("SIGKILL");
      }
    },
    LIMIT_MS,
  );
});

async function healthy(url: string): Promise<void> {
  for (;;) {
    const ok = await fetch(`${url}/health`).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
