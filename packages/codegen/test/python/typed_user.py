"""What a trainer writes: read by mypy, never run."""

from typing import assert_type

from counter_env import CounterEnv, CounterObservation
from kit_env import KitEnv, KitObservation, KitTools
from kit_env.models import Point as KitPoint
from openenv.core.client_types import StepResult
from openenv.core.env_server.mcp_types import CallToolAction
from openenv.core.env_server.types import Observation
from rich_env import RichAction, RichEnv, RichObservation, RichState
from rich_env.models import Point
from tools_env import ToolsEnv, ToolsTools


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


async def reset_parameters(counter: CounterEnv, kit: KitEnv) -> None:
    assert_type(await counter.reset(seed=7, start=3), StepResult[CounterObservation])
    await counter.reset(start=None, episode_id="one", other="passed on")
    await counter.reset(start="3")  # type: ignore[arg-type]
    await counter.reset(seed="7")  # type: ignore[arg-type]
    point = KitPoint(x=1.0)
    assert_type(await kit.reset(level=1, class_="b", ratio=0.5, start=point, goal=None), StepResult[KitObservation])
    await kit.reset()  # type: ignore[call-arg]
    await kit.reset(level=1, class_="c")  # type: ignore[arg-type]
    with kit.sync() as connected:
        assert_type(connected.reset(level=1, tags=["a"]), StepResult[KitObservation])
        connected.reset(level="1")  # type: ignore[arg-type]
        connected.reset()  # type: ignore[call-arg]


async def tools(env: ToolsEnv) -> None:
    call = ToolsTools.describe(subject="a", style="long")
    assert_type(call, CallToolAction)
    assert_type(await env.reset(seed=1), StepResult[Observation])
    await env.step(call)
    ToolsTools.bump()
    ToolsTools.add(a=1)  # type: ignore[call-arg]
    ToolsTools.add(a=1, b="2")  # type: ignore[arg-type]
    ToolsTools.describe(subject="a", style="other")  # type: ignore[arg-type]
    ToolsTools.add(a=1, b=2, c=3)  # type: ignore[call-arg]
    KitTools.class_(from_=1, to=None, self=2)
    KitTools.put_it(at=KitPoint(x=1.0))
    KitTools.CallToolAction_2(kwargs="a")
