"""An environment of the original with a data set of tasks; a reset chooses one by `split` and `index`."""

from typing import Any, Optional

from fastapi import FastAPI
from openenv.core.env_server.http_server import create_fastapi_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State

TASKS = {"train": [1, 2, 3], "test": [30], "extra": []}


class SquareAction(Action):
    answer: int


class SquareObservation(Observation):
    number: int


class SquareEnvironment(Environment):
    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._number = 0
        self._state = State()

    def list_splits(self) -> list:
        return list(TASKS)

    def list_tasks(self, split: str) -> list:
        return [{"square": number} for number in TASKS[split]]

    def num_tasks(self, split: str) -> int:
        return len(TASKS[split])

    def get_task(self, split: str, index: int) -> Any:
        return self.list_tasks(split)[index]

    def get_task_range(self, split: str, start: Optional[int] = None, stop: Optional[int] = None) -> list:
        return self.list_tasks(split)[start:stop]

    def reset(self, seed=None, episode_id=None, split: str = "train", index: int = 0, **kwargs) -> SquareObservation:
        self._number = TASKS[split][index]
        self._state = State(episode_id=episode_id, step_count=0)
        return SquareObservation(number=self._number)

    def step(self, action: SquareAction, timeout_s=None, **kwargs) -> SquareObservation:
        self._state.step_count += 1
        right = action.answer == self._number**2
        return SquareObservation(number=self._number, reward=1.0 if right else 0.0, done=right)

    @property
    def state(self) -> State:
        return self._state


def build_tasks(max_sessions: int) -> FastAPI:
    return create_fastapi_app(
        SquareEnvironment,
        SquareAction,
        SquareObservation,
        max_concurrent_envs=max_sessions,
        env_name="square_env",
    )
