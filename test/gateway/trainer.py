"""A trainer in Python: N sessions at once at one address. Prints what each step echoed, one line a session."""

import sys

from openenv.core.generic_client import GenericEnvClient

url, sessions = sys.argv[1], int(sys.argv[2])
clients = [GenericEnvClient(base_url=url).sync() for _ in range(sessions)]
for client in clients:
    client.reset()
for index, client in enumerate(clients):
    print(client.step({"message": f"of {index}"}).observation["echoed_message"], flush=True)
sys.stdin.readline()
for client in clients:
    client.close()
