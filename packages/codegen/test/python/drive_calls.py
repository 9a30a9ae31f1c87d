"""Drives servers of counter and tools with generated packages. Needs the address of each as an argument."""

import asyncio
import sys
from collections.abc import Callable

from counter_env import CounterEnv
from kit_env import KitEnv, KitTools
from kit_env.models import Point
from pydantic import ValidationError
from tools_env import ToolsEnv, ToolsTools

counter, tools = sys.argv[1:]


def refused(call: Callable[[], object]) -> None:
    try:
        call()
    except ValidationError:
        return
    raise AssertionError("is not refused")


async def asynchronous() -> None:
    async with CounterEnv(base_url=counter) as env:
        assert (await env.reset(start=4)).observation.value == 4
        assert (await env.reset(seed=7)).observation.value == 2
        await env.reset(episode_id="own", start=1)
        assert (await env.state()).episode_id == "own"
    async with ToolsEnv(base_url=tools) as client:
        await client.reset(seed=1)
        call = ToolsTools.add(a=2, b=3)
        assert (await client.step(call)).observation.result["data"] == 5
        assert await client.call_tool(call.tool_name, **call.arguments) == 5


with CounterEnv(base_url=counter).sync() as env:
    assert env.reset(start=4).observation.value == 4
    refused(lambda: env.reset(start="4"))
    assert env.reset().observation.value == 0

asyncio.run(asynchronous())


class Sent(KitEnv):
    """Gives what would be sent."""

    async def _send_and_receive(self, message: dict) -> dict:
        self.__dict__["sent"] = message["data"]
        return {"data": {"observation": {"level": 1}}}


def sent(**parameters: object) -> object:
    client = Sent(base_url="http://localhost:1")
    asyncio.run(client._reset_async(**parameters))
    return client.__dict__["sent"]


least = {"level": 1, "class": "a", "ratio": 2.0, "goal": None, "tags": ["x"]}
assert sent(level=1, start=None) == least, sent(level=1)
assert sent(seed=None, level=1, class_="b", start=Point(x=1.0)) == {
    **least,
    "seed": None,
    "class": "b",
    "start": {"x": 1.0, "y": 0.0},
}
refused(lambda: sent(level=10))
assert sent(level=1, seed=7, episode_id="own") == {**least, "seed": 7, "episode_id": "own"}

assert KitTools.class_(from_=1).arguments == {"from": 1, "self": 1}
assert KitTools.class_(from_=1, to=2, self=3).arguments == {"from": 1, "to": 2, "self": 3}
assert KitTools.put_it(at=Point(x=1.0), arguments={"a": 1}).arguments == {"at": {"x": 1.0, "y": 0.0}, "arguments": {"a": 1}}
call = KitTools.CallToolAction_2(kwargs="a")
assert (call.tool_name, call.arguments) == ("CallToolAction", {"kwargs": "a"})
assert KitTools.look().arguments == {}
refused(lambda: KitTools.class_(from_="1"))
print("ok")
