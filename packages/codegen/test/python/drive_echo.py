"""Drives a server of echo_env with the generated package, as installed. Needs its address as an argument."""

import asyncio
import sys

from echo_env import EchoAction, EchoEnv, EchoObservation, EchoState, EchoTools
from openenv.auto._discovery import EnvironmentDiscovery
from openenv.core.mcp_client import MCPToolClient
from pydantic import ValidationError

url = sys.argv[1]


async def asynchronous() -> None:
    async with EchoEnv(base_url=url) as env:
        first = await env.reset(seed=7)
        assert first.observation == EchoObservation(echoed_message="ready", message_length=0), first
        result = await env.step(EchoAction(message="héllo 🙂"))
        assert result.observation.echoed_message == "héllo 🙂" and result.observation.message_length == 7, result
        assert result.reward == result.observation.reward == 7 * 0.1 and result.done is False, result
        state = await env.state()
        assert isinstance(state, EchoState) and state.last_message == "héllo 🙂" and state.step_count == 1, state


async def tools() -> None:
    async with MCPToolClient(base_url=url) as client:
        await client.reset()
        result = await client.step(EchoTools.echo_message(message="hi"))
        assert result.observation.error is None and result.observation.result["data"] == "hi", result


def synchronous() -> None:
    with EchoEnv(base_url=url).sync() as env:
        env.reset()
        assert env.step(EchoAction(message="hi")).observation.message_length == 2
        assert env.state().last_message == "hi"
    with EchoEnv(base_url=url) as direct:
        direct.reset()
        assert direct.step(EchoAction(message="a")).observation.echoed_message == "a"


def refused() -> None:
    for fields in ({}, {"message": ""}, {"message": 5}, {"message": "a", "other": 1}):
        try:
            EchoAction.model_validate(fields)
        except ValidationError:
            continue
        raise AssertionError(f"{fields} is valid")


def discovered() -> None:
    """By the rules of openenv (PROTOCOL §5.9), past its cache."""
    found = EnvironmentDiscovery()._discover_installed_packages()["echo"]
    assert found.get_client_class() is EchoEnv
    assert found.get_action_class() is EchoAction
    assert found.get_observation_class() is EchoObservation
    assert found.description == "Echoes every message back", found


asyncio.run(asynchronous())
asyncio.run(tools())
synchronous()
refused()
discovered()
print("ok")
