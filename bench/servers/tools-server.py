"""Control row of tool calls: the echo tool on the Python openenv package, as its MCP environments have it."""

import os
import socket
import sys
import threading

import uvicorn
from fastmcp import FastMCP
from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.mcp_environment import MCPEnvironment
from openenv.core.env_server.mcp_types import CallToolAction, CallToolObservation
from openenv.core.env_server.types import Observation, State


class EchoTools(MCPEnvironment):
    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        server = FastMCP("bench-tools")

        @server.tool
        def echo_message(message: str) -> str:
            """Echo back the provided message."""
            return message

        super().__init__(server)
        self._state = State()

    @property
    def state(self) -> State:
        return self._state

    def reset(self, seed=None, episode_id=None, **kwargs) -> Observation:
        self._state = State(episode_id=episode_id, step_count=0)
        return Observation()

    def _step_impl(self, action, timeout_s=None, **kwargs) -> Observation:
        raise RuntimeError("only tools are called here")


def end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


app = create_fastapi_app(EchoTools, CallToolAction, CallToolObservation, max_concurrent_envs=1000, env_name="tools")
listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
threading.Thread(target=end_with_parent, daemon=True).start()
print(f"listening {listener.getsockname()[1]}", flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="critical")).run(sockets=[listener])
