/** Calls that take several messages, or none of the session: the same in both modes. */
import assert from "node:assert/strict";
import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";
import {
  CapacityReachedError,
  ClientClosedError,
  ClientInUseError,
  ConnectionFailedError,
  ExecutionError,
  GenericEnvClient,
  InvalidArgumentError,
  OpenEnvError,
  TasksUnsupportedError,
  TimeoutError,
  ValidationError,
} from "@openenv/core";
import { rejects } from "../../client/support.ts";
import { QuizEnv, type QuizTypes } from "../../testing/quiz-env.ts";
import { type ClientCase, startCounter, startQuiz, throws } from "../support.ts";

/** Sends less than it is given. */
class LeanQuiz extends QuizEnv {
  protected override stepPayload({ answer, notes }: QuizTypes["actionInput"]): object {
    return notes === "private" ? { answer } : { answer, notes };
  }
}

const right = { answer: 9 };
const wrong = { answer: 8 };

export const surfaceCases: readonly ClientCase[] = [
  {
    name: "issue 5: newSession() is another session on the same server, closed with the first client or before",
    async run() {
      await using server = await startQuiz({ maxConcurrentEnvs: 3 });
      const parent = new LeanQuiz({ baseUrl: server.url });
      const [first, second] = await Promise.all([parent.newSession(), parent.newSession()]);
      assert.ok(first instanceof LeanQuiz && second instanceof LeanQuiz);
      assert.equal(first.baseUrl, parent.baseUrl);
      await Promise.all([parent.reset({ episode_id: "p" }), first.reset({ episode_id: "a" }), second.reset()]);
      assert.deepEqual([(await parent.state()).episode_id, (await first.state()).episode_id], ["p", "a"]);
      // The settings are the same, and so is the class's own code.
      assert.deepEqual((await first.step({ answer: 1, notes: "private" })).metadata, { notes: "" });
      // As for every client, what a full server says is told by the first call.
      await rejects((await parent.newSession()).reset(), CapacityReachedError);
      await second.close();
      const third = await parent.newSession();
      await parent.close();
      await rejects(first.state(), ClientClosedError);
      await rejects(third.state(), ClientClosedError);
      await rejects(parent.newSession(), ClientClosedError);
      // All three slots are free.
      using blocking = LeanQuiz.sync(server.url);
      const twins = [blocking.newSession(), blocking.newSession()];
      for (const [index, twin] of [blocking, ...twins].entries()) twin.reset({ episode_id: `${index}` });
      assert.deepEqual(
        twins.map((twin) => twin.state().episode_id),
        ["1", "2"],
      );
      assert.deepEqual(twins[0]?.step({ answer: 1, notes: "private" }).metadata, { notes: "" });
      blocking.close();
      throws(() => twins[0]?.state(), ClientClosedError);
      throws(() => blocking.newSession(), ClientClosedError);
    },
  },
  {
    name: "issue 5: a client that has made a session, or asked for tasks, can no more become a blocking one",
    async run() {
      await using server = await startQuiz();
      await using one = new QuizEnv({ baseUrl: server.url });
      await one.newSession();
      throws(() => one.sync(), ClientInUseError);
      await using other = new QuizEnv({ baseUrl: server.url });
      await other.listSplits();
      throws(() => other.sync(), ClientInUseError);
      const third = new QuizEnv({ baseUrl: server.url });
      using twin = third.sync();
      twin.reset();
      await rejects(third.newSession(), ClientInUseError);
      await rejects(third.listSplits(), ClientInUseError);
    },
  },
  {
    name: "issue 5: an episode is a loop that resets, steps and closes itself, in both modes",
    async run() {
      await using server = await startQuiz({ maxConcurrentEnvs: 1 });
      const expected = [
        [0, "3 squared?", null, false],
        [1, "3 squared?", 0, false],
        [2, "3 squared?", 1, true],
      ];
      const seen: unknown[] = [];
      for await (const turn of new QuizEnv({ baseUrl: server.url }).episode({ seed: 1 })) {
        seen.push([turn.index, turn.observation.question, turn.reward, turn.done]);
        turn.act(turn.index === 0 ? wrong : right);
      }
      assert.deepEqual(seen, expected);
      seen.length = 0;
      // The only slot is free.
      for (const { act, index, observation, reward, done } of QuizEnv.sync(server.url).episode()) {
        seen.push([index, observation.question, reward, done]);
        act(index === 0 ? wrong : right);
      }
      assert.deepEqual(seen, expected);
    },
  },
  {
    name: "issue 5: an episode ends at maxSteps, closes when it is left or fails, and can keep the client open",
    async run() {
      await using server = await startQuiz({ maxConcurrentEnvs: 2 });
      const env = new QuizEnv({ baseUrl: server.url });
      let turns = 0;
      for await (const turn of env.episode({}, { keepOpen: true, maxSteps: 2 })) {
        turns += 1;
        turn.act(wrong);
      }
      assert.equal(turns, 3);
      for await (const _ of env.episode()) break;
      await rejects(env.state(), ClientClosedError);
      const idle = new QuizEnv({ baseUrl: server.url });
      const lazy = async (): Promise<void> => {
        for await (const turn of idle.episode()) assert.equal(turn.index, 0);
      };
      await rejects(lazy(), InvalidArgumentError, /turn\.act/);
      await rejects(idle.state(), ClientClosedError);
      const blocking = QuizEnv.sync(server.url);
      throws(() => {
        for (const turn of blocking.episode()) turn.act({ answer: 1, notes: "fail" });
      }, ExecutionError);
      throws(() => blocking.state(), ClientClosedError);
    },
  },
  {
    name: "issue 5: a batch is answered in order and stops at done or at the first error, in both modes alike",
    async run() {
      await using server = await startQuiz({ maxConcurrentEnvs: 2 });
      await using env = new QuizEnv({ baseUrl: server.url });
      using twin = QuizEnv.sync(server.url);
      const batches: readonly (readonly QuizTypes["actionInput"][])[] = [
        [],
        [wrong, wrong, wrong],
        [wrong, right, wrong],
        [wrong, right],
        [wrong, { answer: 1, notes: "fail" }, wrong],
        [wrong, { answer: "x" } as never, wrong],
      ];
      for (const maxInFlight of [undefined, 1, 2]) {
        const outcomes: unknown[] = [];
        for (const actions of batches) {
          await env.reset();
          twin.reset();
          const own = await env.stepMany(actions, { maxInFlight });
          const other = twin.batchStep(actions, { maxInFlight, timeoutMs: 20_000 });
          assert.deepEqual(other.results, own.results);
          assert.deepEqual([other.status, String(other.error)], [own.status, String(own.error)]);
          outcomes.push([own.status, own.results.length, (await env.state()).step_count, twin.state().step_count]);
          if (own.status === "failed") assert.ok(own.error instanceof OpenEnvError);
        }
        const sent = maxInFlight === undefined ? 3 : 2;
        assert.deepEqual(outcomes, [
          ["complete", 0, 0, 0],
          ["complete", 3, 3, 3],
          // What was sent behind the end was taken too.
          ["done", 2, sent, sent],
          ["complete", 2, 2, 2],
          ["failed", 1, sent - 1, sent - 1],
          ["failed", 1, 1, 1],
        ]);
      }
      await rejects(env.stepMany([right], { maxInFlight: 0 }), InvalidArgumentError, /maxInFlight/);
      throws(() => twin.stepMany([right], { maxInFlight: 1.5 }), InvalidArgumentError, /maxInFlight/);
      twin.close();
      assert.ok(twin.stepMany([right]).error instanceof ClientClosedError);
    },
  },
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
  {
    name: "issue 5: a reset leaves heavy fields out of its episode, and a field that is required is refused by name",
    async run() {
      await using server = await startQuiz({ maxConcurrentEnvs: 2 });
      await using env = new QuizEnv({ baseUrl: server.url });
      using twin = QuizEnv.sync(server.url);
      assert.equal((await env.reset()).observation.page?.length, 1000);
      const lean = { question: "3 squared?", hints: [] };
      assert.deepEqual((await env.reset({ omit: ["page", "hints"] })).observation, lean);
      assert.deepEqual((await env.step(wrong)).observation, lean);
      assert.deepEqual(twin.reset({ omit: ["page", "hints"] }).observation, lean);
      assert.deepEqual(twin.step(wrong).observation, lean);
      const omit = ["question"] as never;
      await rejects(env.reset({ omit }), ValidationError, /omit\.0: "question" is required/);
      throws(() => twin.reset({ omit }), ValidationError, /omit\.0: "question" is required/);
    },
  },
  {
    name: "issue 5: stepPayload leaves out what need not be sent, in both modes; the action is checked as it was given",
    async run() {
      await using server = await startQuiz({ maxConcurrentEnvs: 2 });
      await using env = new LeanQuiz({ baseUrl: server.url });
      using twin = LeanQuiz.sync(server.url);
      assert.deepEqual((await env.step({ answer: 1, notes: "public" })).metadata, { notes: "public" });
      assert.deepEqual((await env.step({ answer: 1, notes: "private" })).metadata, { notes: "" });
      assert.deepEqual(twin.step({ answer: 1, notes: "private" }).metadata, { notes: "" });
      assert.deepEqual(twin.stepMany([{ answer: 1, notes: "private" }]).results[0]?.metadata, { notes: "" });
      await rejects(env.step({ answer: 1, notes: 7 } as never), ValidationError, /notes/);
    },
  },
];
