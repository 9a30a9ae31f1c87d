"""What the original's blocking client sees of a server's limits. Arguments: the URLs of a slow server and of a full one.

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


def main(slow: str, full: str) -> None:
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
    print(json.dumps(seen))


main(*sys.argv[1:])
