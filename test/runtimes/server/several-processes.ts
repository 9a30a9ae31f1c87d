/** One server by several processes on one port. */
import assert from "node:assert/strict";
import { expectError } from "../harness/expect-error.ts";
import { request } from "../harness/http.ts";
import type { ProgramCase } from "../harness/served-program.ts";
import { type Message, WirePeer } from "../harness/wire-peer.ts";

const PORT = ["--port", "0"];

export const severalProcesses: readonly ProgramCase[] = [
  {
    title: "--workers serves by several processes, and the capacity counts over all of them",
    verifies: ["server:processes:capacity"],
    async run(host) {
      await using program = host.start("rogue", { flags: [...PORT, "--workers", "2", "--max-concurrent-envs", "12"] });
      const url = await program.url();
      const peers = await open(url, 12);
      const places = await Promise.all(peers.map(({ peer }) => placeOf(peer)));
      assert.equal(new Set(places).size, 2, "every connection went to one process");
      await using late = await WirePeer.open(url);
      const { active_sessions: active, max_sessions: max } = expectError(await late.next(), "CAPACITY_REACHED");
      assert.deepEqual([active, max], [12, 12]);
      await peers[0]?.peer.close();
      await using next = await untilAdmitted(url);
      assert.equal((await next.ask({ type: "reset" })).type, "observation");
      for (const { peer } of peers) await peer[Symbol.asyncDispose]();
    },
  },
  {
    title: "a process that dies costs its own sessions; their slots are free, and another one takes its place",
    verifies: ["server:processes:replaced"],
    async run(host) {
      const variables = { WORKERS: "2", MAX_CONCURRENT_ENVS: "8" };
      await using program = host.start("rogue", { flags: PORT, variables });
      const url = await program.url();
      const peers = await open(url, 8);
      const places = await Promise.all(peers.map(({ peer }) => placeOf(peer)));
      const others = peers.filter((_, index) => places[index] !== places[0]);
      peers[0]?.peer.send({ type: "step", data: { deed: "exit" } });
      assert.equal((await peers[0]?.peer.closed)?.code, 1006);
      for (const { peer } of others) assert.equal((await peer.ask({ type: "step", data: {} })).type, "observation");
      // As many sessions as before, some of them in a process that was not there before.
      const fresh: WirePeer[] = [];
      while (fresh.length < 8 - others.length) fresh.push(await untilAdmitted(url));
      let isReplaced = false;
      for (let last = fresh.pop(); !isReplaced; last = await untilAdmitted(url)) {
        if (last === undefined) continue;
        isReplaced = !places.includes(await placeOf(last));
        await last[Symbol.asyncDispose]();
      }
      for (const peer of [...fresh, ...peers.map((each) => each.peer)]) await peer[Symbol.asyncDispose]();
      program.kill("SIGTERM");
      const { exitCode, stderr } = await program.ended;
      assert.equal(exitCode, 0);
      assert.match(stderr, /A process of the server has ended \(exit code 3\); another one takes its place/);
    },
  },
  ...(["SIGTERM", "SIGINT"] as const).map((signal): ProgramCase => ({
    title: `${signal} drains every process: running steps finish, sockets close with 1001, nothing is left`,
    verifies: ["server:processes:drain"],
    async run(host) {
      await using program = host.start("slow", { flags: [...PORT, "--workers=3", "--max-concurrent-envs=-1"] });
      const url = await program.url();
      const peers = await Promise.all(Array.from({ length: 9 }, () => WirePeer.open(url)));
      for (const peer of peers) peer.send({ type: "step", data: { ms: 300, mark: "running" } });
      for (const _ of peers) await program.line("started");
      program.kill(signal);
      for (const peer of peers) {
        assert.equal((await peer.next()).data.observation["mark"], "running");
        assert.equal((await peer.closed).code, 1001);
      }
      const { exitCode, stderr } = await program.ended;
      assert.deepEqual({ exitCode, stderr }, { exitCode: 0, stderr: "" });
      await assert.rejects(request(`${url}/health`));
    },
  })),
  {
    title: "a number of processes that is none is refused and named",
    verifies: ["server:processes:invalid"],
    async run(host) {
      const invalid: [string, readonly string[], Readonly<Record<string, string>>][] = [
        ["--workers", ["--workers", "0"], {}],
        ["--workers", ["--workers", "many"], {}],
        ["WORKERS", [], { WORKERS: "1.5" }],
      ];
      for (const [name, flags, variables] of invalid) {
        await using program = host.start("counter", { flags: [...PORT, ...flags], variables });
        const { exitCode, stderr } = await program.ended;
        assert.notEqual(exitCode, 0);
        assert.ok(stderr.includes(`${name} is`), stderr);
      }
    },
  },
];

/** Sessions that have begun. */
async function open(url: string, count: number): Promise<{ peer: WirePeer; reply: Message }[]> {
  const opened: { peer: WirePeer; reply: Message }[] = [];
  for (let session = 0; session < count; session += 1) {
    const peer = await WirePeer.open(url);
    const reply = await peer.ask({ type: "reset" });
    assert.equal(reply.type, "observation", JSON.stringify(reply));
    opened.push({ peer, reply });
  }
  return opened;
}

async function placeOf(peer: WirePeer): Promise<unknown> {
  return (await peer.ask({ type: "step", data: {} })).data.observation["place"];
}

/** A slot becomes free when the server has seen the socket go, and a process may just be dying. */
async function untilAdmitted(url: string): Promise<WirePeer> {
  for (;;) {
    try {
      const peer = await WirePeer.open(url);
      if ((await peer.ask({ type: "reset" })).type === "observation") return peer;
      await peer[Symbol.asyncDispose]();
    } catch {
      // The process that took the connection is no more.
    }
  }
}
