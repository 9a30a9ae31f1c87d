"""Control row: the same echo environment on the Python openenv package."""

import os
import socket
import sys
import threading
import time

import uvicorn
from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State


STEP_SECONDS = float(os.environ.get("BENCH_STEP_MS", "0")) / 1000


class EchoAction(Action):
    message: str


class EchoObservation(Observation):
    echoed_message: str
    message_length: int


class EchoEnvironment(Environment):
    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State()

    @property
    def state(self) -> State:
        return self._state

    def reset(self, seed=None, episode_id=None, **kwargs) -> EchoObservation:
        self._state = State(episode_id=episode_id, step_count=0)
        return EchoObservation(echoed_message="ready", message_length=0)

    def step(self, action: EchoAction, timeout_s=None, **kwargs) -> EchoObservation:
        self._state.step_count += 1
        if STEP_SECONDS > 0:
            time.sleep(STEP_SECONDS)
        length = len(action.message)
        return EchoObservation(echoed_message=action.message, message_length=length, reward=length * 0.1, done=False)


def end_with_parent() -> None:
    sys.stdin.buffer.read()
    os._exit(0)


app = create_fastapi_app(EchoEnvironment, EchoAction, EchoObservation, max_concurrent_envs=10_000, env_name="echo")
listener = socket.create_server(("127.0.0.1", 0), backlog=4096)
threading.Thread(target=end_with_parent, daemon=True).start()
print(f"listening {listener.getsockname()[1]}", flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="critical")).run(sockets=[listener])
