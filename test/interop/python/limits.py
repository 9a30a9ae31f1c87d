"""What the original's blocking client sees of a server's limits. Arguments: the URLs of a slow server whose steps are
limited, of one with a single slot, and of a slow one with a single slot.

Prints one JSON object; whoever started this judges it.
"""

import json
import sys

from openenv.core import GenericEnvClient


def message_of(call) -> str:
    try:
        call()
    except RuntimeError as error:
        return str(error)
    return ""


def main(slow: str, full: str, single: str) -> None:
    seen = {}
    with GenericEnvClient(base_url=slow).sync() as env:
        env.reset(episode_id="kept")
        seen["late"] = message_of(lambda: env.step({"ms": 400}))
        seen["overdue"] = message_of(lambda: env.step({"ms": 0}))
        # The environment returns by and by, and the session is as good as before.
        while "has not returned" in message_of(env.state):
            pass
        seen["after"] = env.step({"ms": 0}).observation["waited_ms"]
        seen["state"] = env.state()
    with GenericEnvClient(base_url=full).sync() as first:
        first.reset()
        second = GenericEnvClient(base_url=full).sync()
        seen["full"] = message_of(second.reset)
        second.close()
    with GenericEnvClient(base_url=full).sync() as third:
        result = third.reset(omit=["page", "hints"])
        seen["omitted"] = sorted(result.observation)
        seen["refused"] = message_of(lambda: third.reset(omit=["question"]))
    with GenericEnvClient(base_url=single, message_timeout_s=0.3).sync() as hasty:
        hasty.reset()
        try:
            hasty.step({"ms": 3000})
        except TimeoutError:
            # It drops its socket, in the middle of the step, and connects again: the only slot is free.
            seen["again"] = hasty.reset().observation["waited_ms"]
    print(json.dumps(seen))


main(*sys.argv[1:])
