"""Serve environments of the kit, and `tasks` (tasks_env.py), with the Python `openenv` package, all in one process, each on a free port.

    python servers.py echo:32 counter:2

Prints one line of JSON, the URLs in the order of the arguments, once every server listens.
"""

import asyncio
import contextlib
import json
import os
import socket
import sys

import uvicorn

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "kit"))
from py_server import build  # noqa: E402
from tasks_env import build_tasks  # noqa: E402


class Server(uvicorn.Server):
    """Leaves signals alone: the process ends at the first one."""

    @contextlib.contextmanager
    def capture_signals(self):
        yield

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.listening = asyncio.Event()

    async def startup(self, sockets=None) -> None:
        await super().startup(sockets=sockets)
        self.listening.set()


async def main() -> None:
    urls, servers, running = [], [], []
    for argument in sys.argv[1:]:
        name, sessions = argument.split(":")
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        urls.append(f"http://127.0.0.1:{listener.getsockname()[1]}")
        app = build_tasks(int(sessions)) if name == "tasks" else build(name, int(sessions))
        servers.append(Server(uvicorn.Config(app, log_level="critical")))
        running.append(asyncio.create_task(servers[-1].serve(sockets=[listener])))
    for server in servers:
        await server.listening.wait()
    print(json.dumps(urls), flush=True)
    await asyncio.gather(*running)


if __name__ == "__main__":
    asyncio.run(main())
