"""Steps with Python's blocking client: `PROGRAM URL WARM-UP-MS MEASURE-MS`. Prints one line of JSON."""

import json
import os
import resource
import sys
import time

from openenv.core import GenericEnvClient

MESSAGE = "Hello, World! 0123456789"


def step_for(env, duration_ms, latencies):
    now = time.perf_counter()
    end = now + duration_ms / 1000
    while now < end:
        result = env.step({"message": MESSAGE})
        assert isinstance(result.observation["message_length"], int)
        then = time.perf_counter()
        latencies.append((then - now) * 1000)
        now = then


def cpu_ms():
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return (usage.ru_utime + usage.ru_stime) * 1000


url, warm_up_ms, measure_ms = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
env = GenericEnvClient(base_url=url).sync()
step_for(env, warm_up_ms, [])
latencies = []
start, cpu = time.perf_counter(), cpu_ms()
step_for(env, measure_ms, latencies)
elapsed_ms, used_ms = (time.perf_counter() - start) * 1000, cpu_ms() - cpu
latencies.sort()
result = {
    "steps": len(latencies),
    "elapsedMs": elapsed_ms,
    "p50Ms": latencies[len(latencies) // 2],
    "p99Ms": latencies[len(latencies) * 99 // 100],
    "clientCpuMs": used_ms,
}
print(json.dumps(result), flush=True)
# Not closed: the bare server knows no message but a step.
os._exit(0)
