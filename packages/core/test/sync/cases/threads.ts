/** The thread behind blocking clients, as the process and the runtime see it. */
import assert from "node:assert/strict";
import process from "node:process";
import { MessageChannel, Worker } from "node:worker_threads";
import { GenericEnvClient, SyncUnsupportedError } from "@openenv/core";
import { serve } from "@openenv/core/serve";
import { counterServer } from "../../testing/counter-env.ts";
import { type ClientCase, Program, programUrl, startPuppet, throws } from "../support.ts";

export const threadCases: readonly ClientCase[] = [
  {
    name: "issue 5: a server in the same thread is recognised and refused, by any of its names",
    async run() {
      const served = await serve(counterServer(), { port: 0, variables: {} });
      const { port } = served;
      for (const host of ["127.0.0.1", "localhost", "0.0.0.0", "127.0.0.2"]) {
        const refusal = /runs in this thread/;
        throws(() => GenericEnvClient.connectSync(`http://${host}:${port}`), SyncUnsupportedError, refusal);
      }
      await using env = await GenericEnvClient.connect(served.url);
      await env.reset();
      await env.close();
      await served.close();
      assert.throws(() => GenericEnvClient.connectSync(served.url), { code: "CONNECTION_FAILED" });
    },
  },
  {
    name: "issue 5: a client that nobody closed keeps no process alive, whatever became of it",
    async run() {
      await using server = await startPuppet();
      const ends: readonly (readonly [string, RegExp])[] = [
        ["open", /^fine/],
        ["lost", /^SESSION_LOST The session is lost/],
        ["closed", /^fine/],
        ["hung", /^TIMEOUT .* within timeoutMs \(100 ms\)/],
        ["crashed", /^PROVIDER_FAILED The worker crashed: out of a timer/],
      ];
      await Promise.all(
        ends.map(async ([how, said]) => {
          const { code, output } = await Program.start("blocking-program", [server.url, how]).end();
          assert.match(output, said);
          assert.equal(code, 7);
        }),
      );
    },
  },
  {
    name: "issue 5: a program on the command line has blocking clients too",
    async run() {
      await using server = await startPuppet();
      const core = import.meta.resolve("@openenv/core");
      const text = `import { GenericEnvClient } from "${core}";
        process.stdout.write(JSON.stringify(GenericEnvClient.sync("${server.url}").reset({ a: 1 }).observation));`;
      const { bun, deno } = process.versions;
      const flags = deno !== undefined ? ["eval"] : bun !== undefined ? ["-e"] : ["--input-type=module", "-e"];
      const { code, output } = await Program.run([...flags, text]).end();
      assert.deepEqual([code, output], [0, '{"a":1}']);
    },
  },
  {
    name: "issue 5: blocking clients work in a worker of the program's own",
    async run() {
      await using server = await startPuppet();
      const { port1, port2 } = new MessageChannel();
      const worker = new Worker(programUrl("blocking-worker"), {
        workerData: { url: server.url, port: port2 },
        transferList: [port2],
      });
      const said = await new Promise((resolve, reject) => {
        port1.once("message", resolve);
        worker.once("error", reject);
      });
      assert.deepEqual(said, { a: 1 });
      port1.close();
      await worker.terminate();
    },
  },
  {
    name: "issue 5: where there are no threads, as in a page, a blocking client is refused by name",
    async run() {
      const env = new GenericEnvClient({ baseUrl: "http://127.0.0.1:1" });
      const process = Object.getOwnPropertyDescriptor(globalThis, "process");
      assert.ok(process?.configurable === true);
      let refuse: () => void;
      try {
        Object.defineProperty(globalThis, "process", { value: undefined, configurable: true });
        const error = throws(() => env.sync(), SyncUnsupportedError, /page in a browser must not block/);
        refuse = () => assert.equal(error.code, "SYNC_UNSUPPORTED");
      } finally {
        Object.defineProperty(globalThis, "process", process);
      }
      refuse();
      // Nothing was taken over: the async client is as it was.
      using twin = env.sync();
      assert.throws(() => twin.connect(), { code: "CONNECTION_FAILED" });
    },
  },
];
