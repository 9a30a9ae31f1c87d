"""Check the servers named on standard input with the kit, one a line: `ENV MODE URL MAX_SESSIONS`.

One process for all of them: importing openenv takes as long as most of the checks together.
"""

import asyncio
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "kit"))
from py_client_check import Target, run  # noqa: E402

OVERSIZE_MIB = 17


def main() -> None:
    for line in sys.stdin:
        env, mode, url, sessions = line.split()
        asyncio.run(run(Target(url, env, int(sessions), mode, OVERSIZE_MIB), "*"))


if __name__ == "__main__":
    main()
