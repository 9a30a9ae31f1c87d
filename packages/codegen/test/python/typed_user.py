"""What a trainer writes: read by mypy, never run."""

from typing import assert_type

from openenv.core.client_types import StepResult
from rich_env import RichAction, RichEnv, RichObservation, RichState
from rich_env.models import Point


async def asynchronous(env: RichEnv) -> None:
    async with env as connected:
        assert_type(await connected.reset(seed=7), StepResult[RichObservation])
        result = await connected.step(RichAction(mode="plain", point=Point(x=1.0)))
        assert_type(result.observation.pair, tuple[int, str])
        assert_type(await connected.state(), RichState)


def synchronous(env: RichEnv) -> None:
    with env.sync() as connected:
        assert_type(connected.step(RichAction(mode="fancy", point=Point(x=1.0))).observation, RichObservation)
        assert_type(connected.state(), RichState)
        connected.step(RichAction(mode="other", point=Point(x=1.0)))  # type: ignore[arg-type]
        connected.step(RichAction(mode="plain"))  # type: ignore[call-arg]
