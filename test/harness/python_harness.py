"""Serve a harness environment with the Python `openenv` package, in production mode, on a free port.

Prints its URL once it listens. The agent is that of fixture/environments/harness.ts, as far as its tests go.
"""

import asyncio
import socket

import uvicorn
from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.types import Observation
from openenv.core.harness.adapter import AgenticHarnessAdapter
from openenv.core.harness.config import HarnessConfig
from openenv.core.harness.environment import HarnessAction, HarnessEnvironment
from openenv.core.harness.events import HarnessEvent, HarnessEventType


class Parrot(AgenticHarnessAdapter):
    def __init__(self) -> None:
        super().__init__(HarnessConfig(name="parrot", command=["parrot"], session_timeout_s=30.0))
        self.heard: list[str] = []
        self.alive = False

    async def start(self, working_directory: str) -> None:
        self.heard = []
        self.alive = True

    async def stop(self) -> None:
        self.alive = False

    async def inject_tools(self, tools, bridge_url=None) -> None:
        pass

    async def is_alive(self) -> bool:
        return self.alive

    async def send_message_streaming(self, message: str):
        self.heard.append(message)
        yield HarnessEvent(type=HarnessEventType.LLM_REQUEST, data={"model": "parrot-1"})
        yield HarnessEvent(type=HarnessEventType.TEXT_OUTPUT, timestamp=1.5, data={"text": "…"})
        if message == "crash":
            raise RuntimeError("crashed with key sk-123")
        done = message == "bye"
        yield HarnessEvent(
            type=HarnessEventType.TURN_COMPLETE, data={"response": " ".join(self.heard), "done": done}
        )


def make() -> HarnessEnvironment:
    return HarnessEnvironment(Parrot())


async def main() -> None:
    app = create_fastapi_app(make, HarnessAction, Observation, mode="production")
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical"))
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started:
        await asyncio.sleep(0.01)
    print(f"http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    await serving


if __name__ == "__main__":
    asyncio.run(main())
