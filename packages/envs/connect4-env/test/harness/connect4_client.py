"""A Connect4Env client as the original writes it (PROTOCOL §5.8), on the original's own base classes: `URL` as argument."""

import asyncio
import json
import sys

from openenv.core.client_types import StepResult
from openenv.core.env_client import EnvClient
from openenv.core.env_server.types import Action, Observation, State


class Connect4Action(Action):
    column: int


class Connect4Observation(Observation):
    board: list[list[int]]
    legal_actions: list[int]


class Connect4State(State):
    board: list[list[int]] = []
    next_player: int = 1


class Connect4Env(EnvClient[Connect4Action, Connect4Observation, Connect4State]):
    def _step_payload(self, action):
        return {"column": action.column}

    def _parse_result(self, payload):
        seen = payload.get("observation", {})
        observation = Connect4Observation(
            board=seen.get("board", [[0] * 7 for _ in range(6)]),
            legal_actions=seen.get("legal_actions", []),
            done=payload.get("done", False),
            reward=payload.get("reward", 0.0),
            metadata=seen.get("metadata", {}),
        )
        return StepResult(observation=observation, reward=payload.get("reward", 0.0), done=payload.get("done", False))

    def _parse_state(self, payload):
        return Connect4State(**payload)


async def main(url):
    async with Connect4Env(base_url=url) as env:
        rewards = [(await env.reset()).reward]
        for column in (0, 1, 0, 1, 0, 1, 0):
            result = await env.step(Connect4Action(column=column))
            rewards.append(result.reward)
        state = await env.state()
        await env.reset()
        illegal = await env.step(Connect4Action(column=9))
        print(json.dumps({
            "rewards": rewards,
            "done": result.done,
            "board": result.observation.board,
            "next_player": state.next_player,
            "illegal": [illegal.reward, illegal.done, isinstance(illegal.reward, int)],
        }))


asyncio.run(main(sys.argv[1]))
