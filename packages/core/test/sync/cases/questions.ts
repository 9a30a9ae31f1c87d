/** What a client asks its server beside the session, by HTTP: the same in both modes. */
import assert from "node:assert/strict";
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import {
  ConnectionFailedError,
  GenericEnvClient,
  InvalidArgumentError,
  TasksUnsupportedError,
  TimeoutError,
  ValidationError,
} from "@openenv/core";
import { rejects } from "../../client/support.ts";
import { QuizEnv } from "../../testing/quiz-env.ts";
import { type ClientCase, Program, startCounter, startQuiz, throws } from "../support.ts";

export const questionCases: readonly ClientCase[] = [
  {
    name: "issue 5: tasks are listed, counted and given, and an episode of one is started, in both modes",
    async run() {
      await using server = await startQuiz({ maxConcurrentEnvs: 2 });
      await using env = new QuizEnv({ baseUrl: server.url });
      using twin = QuizEnv.sync(server.url);
      const expected = [
        [
          { name: "train", type: "train" },
          { name: "test", type: "test" },
          { name: "extra", type: "train", size: 0 },
        ],
        [30, 40],
        4,
        3,
        [2, 3],
        [4],
      ];
      assert.deepEqual(
        [
          await env.listSplits(),
          await env.listTasks("test"),
          await env.numTasks("train"),
          await env.getTask({ split: "train", index: 2 }),
          await env.getTaskRange({ split: "train", start: 1, stop: 3 }),
          await env.getTaskRange({ split: "train", start: 3 }, { timeoutMs: 20_000 }),
        ],
        expected,
      );
      assert.deepEqual(
        [
          twin.listSplits(),
          twin.listTasks("test"),
          twin.numTasks("train"),
          twin.getTask({ split: "train", index: 2 }),
          twin.getTaskRange({ split: "train", start: 1, stop: 3 }),
          twin.getTaskRange({ split: "train", start: 3 }, { timeoutMs: 20_000 }),
        ],
        expected,
      );
      const task = { split: "test", index: 1 };
      assert.equal((await env.resetTask(task, { episode_id: "t" })).observation.question, "40 squared?");
      assert.equal((await env.state()).episode_id, "t");
      assert.equal(twin.resetTask(task).observation.question, "40 squared?");
    },
  },
  {
    name: "OE-14: a server of this machine is asked directly, and not through the proxy that the environment names",
    async run() {
      await using server = await startQuiz({ maxConcurrentEnvs: 2 });
      // Nobody listens there.
      const proxy = "http://127.0.0.1:9";
      await using program = Program.start("tasks-program", [server.url], { HTTP_PROXY: proxy, http_proxy: proxy });
      assert.deepEqual(await program.end(), { code: 0, output: "4 4\n" });
    },
  },
  {
    name: "IN-07: a client reads the server's limits, so that its own can fit them, in both modes",
    async run() {
      await using server = await startQuiz({ stepTimeoutMs: 90_000, maxMessageBytes: 1000 });
      const limits = { stepTimeoutMs: 90_000, idleTimeoutMs: null, maxMessageBytes: 1000 };
      await using env = new QuizEnv({ baseUrl: server.url });
      assert.deepEqual(await env.serverLimits(), limits);
      assert.deepEqual(QuizEnv.sync(server.url).serverLimits(), limits);
    },
  },
  {
    name: "issue 5: what goes wrong about tasks has its class, in both modes",
    async run() {
      await using server = await startQuiz();
      await using env = new QuizEnv({ baseUrl: server.url });
      using twin = QuizEnv.sync(server.url);
      const beyond = { split: "train", index: 9 };
      await rejects(env.getTask(beyond), InvalidArgumentError, /no such task/);
      throws(() => twin.getTask(beyond), InvalidArgumentError, /no such task/);
      await rejects(env.getTask({ split: "train", index: "x" as never }), ValidationError, /index/);
      throws(() => twin.getTask({ split: "train", index: "x" as never }), ValidationError, /index/);
      await using none = await startCounter();
      await using without = new GenericEnvClient({ baseUrl: none.url });
      await rejects(without.listTasks("train"), TasksUnsupportedError, /no tasks/);
      throws(() => GenericEnvClient.sync(none.url).listTasks("train"), TasksUnsupportedError);

      const sockets: Socket[] = [];
      const silent = createServer((socket) => sockets.push(socket)).listen(0, "127.0.0.1");
      await new Promise((resolve) => silent.once("listening", resolve));
      const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
      const hanging = new GenericEnvClient({ baseUrl });
      await rejects(hanging.listSplits({ timeoutMs: 50 }), TimeoutError, /timeoutMs \(50 ms\)/);
      const gone = AbortSignal.abort(new Error("enough"));
      await rejects(hanging.listSplits({ signal: gone }), Error, /enough/);
      await rejects(
        new GenericEnvClient({ baseUrl, messageTimeoutMs: 40 }).listSplits(),
        TimeoutError,
        /messageTimeoutMs/,
      );
      throws(() => GenericEnvClient.sync(baseUrl).listSplits({ timeoutMs: 50 }), TimeoutError, /within timeoutMs/);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => silent.close(resolve));
      await rejects(hanging.listSplits(), ConnectionFailedError);
      throws(() => GenericEnvClient.sync(baseUrl).listSplits(), ConnectionFailedError);
    },
  },
];
