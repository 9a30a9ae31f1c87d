/** A server as a program: signals, flags, environment variables, what it prints. */
import assert from "node:assert/strict";
import { expectError } from "../harness/expect-error.ts";
import { request } from "../harness/http.ts";
import type { ProgramCase } from "../harness/served-program.ts";
import { severalProcesses } from "./several-processes.ts";
import { WirePeer } from "../harness/wire-peer.ts";

export const programCases: readonly ProgramCase[] = [
  ...(["SIGTERM", "SIGINT"] as const).map((signal): ProgramCase => ({
    title: `${signal} lets the running step finish and sends its reply, closes with 1001, and exits with 0`,
    verifies: ["server:signal:graceful", "server:shutdown:1001"],
    async run(host) {
      await using program = host.start("slow");
      await using peer = await WirePeer.open(await program.url());
      peer.send({ type: "step", data: { ms: 300, mark: "running" } });
      peer.send({ type: "step", data: { mark: "queued" } });
      await program.line("started");
      program.kill(signal);
      assert.equal((await peer.next()).data.observation["mark"], "running");
      assert.equal((await peer.closed).code, 1001);
      const { exitCode, stdout, stderr } = await program.ended;
      assert.deepEqual({ exitCode, stderr }, { exitCode: 0, stderr: "" });
      assert.match(stdout, /\nclosed 1\n/);
    },
  })),
  {
    title: "with a drain timeout sessions go on after the signal until they end, and no other is taken",
    verifies: ["server:signal:drain"],
    async run(host) {
      const flags = ["--port", "0", "--max-concurrent-envs", "4", "--drain-timeout-ms", "60000"];
      await using program = host.start("slow", { flags });
      const url = await program.url();
      await using peer = await WirePeer.open(url);
      await peer.ask({ type: "reset" });
      program.kill("SIGTERM");
      while ((await request(`${url}/health`)).status !== 503) await new Promise(setImmediate);
      assert.deepEqual((await request(`${url}/health`)).json, { status: "closing" });
      await using late = await WirePeer.open(url);
      assert.equal((await late.closed).code, 1001);
      const { data } = await peer.ask({ type: "step", data: { ms: 1, mark: "after the signal" } });
      assert.equal(data.observation["mark"], "after the signal");
      await peer.close();
      const { exitCode, stderr } = await program.ended;
      assert.deepEqual({ exitCode, stderr }, { exitCode: 0, stderr: "" });
    },
  },
  {
    title: "a session that outlives the drain timeout ends with 1001",
    verifies: ["server:signal:drain", "server:shutdown:1001"],
    async run(host) {
      const variables = { OPENENV_DRAIN_TIMEOUT_MS: "200" };
      await using program = host.start("slow", { variables });
      await using peer = await WirePeer.open(await program.url());
      await peer.ask({ type: "reset" });
      program.kill("SIGTERM");
      assert.equal((await peer.closed).code, 1001);
      assert.equal((await program.ended).exitCode, 0);
    },
  },
  {
    title: "a second signal ends the program at once",
    verifies: ["server:signal:second"],
    async run(host) {
      await using program = host.start("slow", { variables: { MAX_CONCURRENT_ENVS: "-1" } });
      const url = await program.url();
      await using peer = await WirePeer.open(url);
      peer.send({ type: "step", data: { gate: "never" } });
      await program.line("waiting");
      program.kill("SIGTERM");
      await untilClosing(url);
      program.kill("SIGTERM");
      const { exitCode, signal } = await program.ended;
      assert.ok(signal === "SIGTERM" || exitCode === 143, `exit code ${exitCode}, signal ${signal}`);
    },
  },
  {
    title: "a server without sessions exits with 0 at once",
    verifies: ["server:signal:graceful"],
    async run(host) {
      await using program = host.start("startup");
      assert.equal((await request(`${await program.url()}/health`)).status, 200);
      program.kill("SIGTERM");
      const { exitCode, stdout, stderr } = await program.ended;
      assert.deepEqual({ exitCode, stderr }, { exitCode: 0, stderr: "" });
      assert.match(stdout, /server closed/);
    },
  },
  {
    title: "a port that is taken is said by its number, and what the setup has made is closed",
    verifies: ["server:listen:refused"],
    async run(host) {
      await using first = host.start("startup");
      const { port } = new URL(await first.url());
      for (const more of [[], ["--workers", "2"]]) {
        await using second = host.start("startup", { flags: ["--port", port, ...more] });
        const { exitCode, stdout, stderr } = await second.ended;
        assert.equal(exitCode, 1);
        assert.ok(stderr.includes(`Port ${port} of 127.0.0.1 is taken.`), stderr);
        if (more.length === 0) assert.match(stdout, /server closed/);
      }
      await using elsewhere = host.start("startup", { flags: ["--port", "0", "--host", "192.0.2.77"] });
      const { stderr } = await elsewhere.ended;
      assert.ok(stderr.includes("192.0.2.77 is no address of this machine."), stderr);
    },
  },
  {
    title: "flags win over environment variables",
    verifies: ["server:flags", "session:capacity:precedence"],
    async run(host) {
      const variables = { MAX_CONCURRENT_ENVS: "1", OPENENV_MODE: "production", PORT: "1", HOST: "192.0.2.1" };
      const flags = ["--port", "0", "--host", "127.0.0.1", "--max-concurrent-envs", "-1", "--mode", "simulation"];
      await using program = host.start("counter", { flags, variables });
      const url = await program.url();
      await using first = await WirePeer.open(url);
      await using second = await WirePeer.open(url);
      assert.equal((await first.ask({ type: "reset" })).type, "observation");
      assert.equal((await second.ask({ type: "reset" })).type, "observation");
      assert.equal((await request(`${url}/state`)).status, 200);
    },
  },
  {
    title: "the environment variables are those of the process",
    verifies: ["server:variables", "session:capacity:counts"],
    async run(host) {
      const variables = { MAX_CONCURRENT_ENVS: "2", OPENENV_MODE: "production", PORT: "0" };
      await using program = host.start("counter", { flags: [], variables });
      const url = await program.url();
      await using first = await WirePeer.open(url);
      await using second = await WirePeer.open(url);
      await using third = await WirePeer.open(url);
      assert.equal(expectError(await third.next(), "CAPACITY_REACHED")["max_sessions"], 2);
      for (const peer of [first, second]) assert.equal((await peer.ask({ type: "state" })).type, "state");
      assert.equal((await request(`${url}/state`)).status, 404);
    },
  },
  {
    title: "OE-23: a program with an invalid limit, mode, port or flag does not start, and names it",
    verifies: ["session:capacity:invalid", "server:mode:invalid", "server:flags:invalid"],
    async run(host) {
      const invalid: [string, readonly string[], Readonly<Record<string, string>>][] = [
        ["MAX_CONCURRENT_ENVS", [], { MAX_CONCURRENT_ENVS: "1e3" }],
        ["--max-concurrent-envs", ["--max-concurrent-envs", "many"], {}],
        ["OPENENV_MODE", [], { OPENENV_MODE: "fast" }],
        ["PORT", [], { PORT: "http" }],
        ["--port", ["--port", "70000"], {}],
        ["--drain-timeout-ms", ["--drain-timeout-ms=-1"], {}],
        ["--prot", ["--prot", "8000"], {}],
      ];
      const ends = invalid.map(async ([name, flags, variables]) => {
        await using program = host.start("counter", { flags, variables: { PORT: "0", ...variables } });
        const { exitCode, stdout, stderr } = await program.ended;
        assert.equal(stdout, "", name);
        assert.notEqual(exitCode, 0, name);
        assert.ok(stderr.includes(name), `${name}: ${stderr}`);
      });
      await Promise.all(ends);
    },
  },
  {
    title: "OPENENV_LOG asks for more than failures, as text or as JSON, and is named when it is wrong",
    verifies: ["server:log:variable"],
    async run(host) {
      const logged = async (variables: Readonly<Record<string, string>>): Promise<string> => {
        await using program = host.start("counter", { variables });
        const peer = await WirePeer.open(await program.url());
        await peer.ask({ type: "reset", data: { episode_id: "e" } });
        await peer.close();
        await program.line("closed");
        program.kill("SIGTERM");
        return (await program.ended).stderr;
      };
      assert.match(await logged({ OPENENV_LOG: "info" }), /^info: A session began\. sessionId=\S+ dialect=session/);
      const lines = (await logged({ OPENENV_LOG: "info", OPENENV_LOG_FORMAT: "json" })).trim().split("\n");
      const [, episode] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
      assert.equal(episode?.["episodeId"], "e");
      await using wrong = host.start("counter", { variables: { OPENENV_LOG: "loud" } });
      assert.match((await wrong.ended).stderr, /OPENENV_LOG is "loud"/);
    },
  },
  {
    title: "OE-56: a program logs the failures of its environment to stderr, and nothing when all goes well",
    verifies: ["server:errors:logged", "server:errors:quiet"],
    async run(host) {
      await using failing = host.start("startup", { params: { factory: "throw" } });
      await using peer = await WirePeer.open(await failing.url());
      expectError(await peer.next(), "FACTORY_ERROR");
      failing.kill("SIGTERM");
      const { stderr } = await failing.ended;
      assert.match(stderr, /the database is down/);
      assert.match(stderr, /startup\.[jt]s/);
      assert.match(stderr, /connection refused by 10\.0\.0\.7/);

      await using clean = host.start("counter", { variables: { MAX_CONCURRENT_ENVS: "8" } });
      const url = await clean.url();
      for (let session = 0; session < 3; session += 1) {
        const visitor = await WirePeer.open(url);
        await visitor.ask({ type: "reset" });
        await visitor.ask({ type: "step", data: { amount: 0 } });
        if (session === 0) visitor.abort();
        else await visitor.close();
        await clean.line("closed");
      }
      clean.kill("SIGTERM");
      assert.equal((await clean.ended).stderr, "");
    },
  },
  ...severalProcesses,
];

/** Resolves when the server takes no session any more. */
async function untilClosing(url: string): Promise<void> {
  for (;;) {
    try {
      await using peer = await WirePeer.open(url);
      await peer.ask({ type: "state" });
    } catch {
      return;
    }
  }
}
