"""A CodingEnv client as the original writes it (PROTOCOL §5.8), on the original's own base classes, against our server.

    python coding_client.py URL

Prints one line of JSON for each thing seen.
"""

import asyncio
import json
import sys

from openenv.core.client_types import StepResult
from openenv.core.env_client import EnvClient
from openenv.core.env_server.types import Action, Observation, State


class CodeAction(Action):
    code: str


class CodeObservation(Observation):
    """Refuses keys that it does not know, as every observation of the original does."""

    stdout: str = ""
    stderr: str = ""
    exit_code: int = 0


class CodeState(State):
    last_exit_code: int = 0


class CodingEnv(EnvClient[CodeAction, CodeObservation, CodeState]):
    def _step_payload(self, action):
        return {"code": action.code}

    def _parse_result(self, payload):
        observation = CodeObservation(**payload["observation"])
        return StepResult(observation=observation, reward=payload.get("reward"), done=bool(payload.get("done", False)))

    def _parse_state(self, payload):
        return CodeState(
            episode_id=payload.get("episode_id"),
            step_count=payload.get("step_count", 0),
            last_exit_code=payload.get("last_exit_code", 0),
        )


def say(what, result):
    o = result.observation
    fields = {"stdout": o.stdout, "stderr": o.stderr, "exit_code": o.exit_code}
    print(json.dumps({"what": what, **fields, "reward": result.reward, "done": result.done}))


async def main(url):
    async with CodingEnv(base_url=url) as env:
        say("reset", await env.reset())
        for code in ("x = 20", "print('hi'); x + 1", "1 / 0", "import os", "def", "print('\\u4e16\\u754c \\U0001f642')"):
            say(code, await env.step(CodeAction(code=code)))
        await env.step(CodeAction(code="import sys; sys.exit(7)"))
        state = await env.state()
        print(json.dumps({"what": "state", "step_count": state.step_count, "last_exit_code": state.last_exit_code}))
        say("reset", await env.reset())
        say("x", await env.step(CodeAction(code="x")))


asyncio.run(main(sys.argv[1]))
