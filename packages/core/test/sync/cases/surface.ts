/** Calls that take several messages: the same in both modes. */
import assert from "node:assert/strict";
import {
  CapacityReachedError,
  ClientClosedError,
  ClientInUseError,
  ExecutionError,
  InvalidArgumentError,
  OpenEnvError,
  ValidationError,
} from "@openenv/core";
import { rejects } from "../../client/support.ts";
import { connectInProcess } from "@openenv/core/testing";
import { QuizEnv, quizServer, type QuizTypes } from "../../testing/quiz-env.ts";
import { type ClientCase, startQuiz, throws } from "../support.ts";

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
      assert.equal((await first.step({ answer: 1, notes: "private" })).metadata["notes"], "");
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
      assert.equal(twins[0]?.step({ answer: 1, notes: "private" }).metadata["notes"], "");
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
          await env.reset({ seed: 1 });
          twin.reset({ seed: 1 });
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
    name: "RL-05: the same script gives the same trace in process, over a socket, and blocking",
    async run() {
      await using server = await startQuiz({ maxConcurrentEnvs: 2 });
      const answers = [8, 7, 9];
      const script = async (env: QuizEnv): Promise<unknown[]> => {
        const trace: unknown[] = [];
        for await (const turn of env.episode({ seed: 5, index: 2 })) {
          trace.push({ ...turn, act: undefined });
          turn.act({ answer: answers[turn.index] ?? 9 });
        }
        return trace;
      };
      const trace = await script(await connectInProcess(QuizEnv, quizServer()));
      assert.equal(trace.length, 4);
      assert.deepEqual(await script(new QuizEnv({ baseUrl: server.url })), trace);
      const blocking: unknown[] = [];
      for (const turn of QuizEnv.sync(server.url).episode({ seed: 5, index: 2 })) {
        blocking.push({ ...turn, act: undefined });
        turn.act({ answer: answers[turn.index] ?? 9 });
      }
      assert.deepEqual(blocking, trace);
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
      assert.equal((await env.step({ answer: 1, notes: "public" })).metadata["notes"], "public");
      assert.equal((await env.step({ answer: 1, notes: "private" })).metadata["notes"], "");
      assert.equal(twin.step({ answer: 1, notes: "private" }).metadata["notes"], "");
      assert.equal(twin.stepMany([{ answer: 1, notes: "private" }]).results[0]?.metadata["notes"], "");
      await rejects(env.step({ answer: 1, notes: 7 } as never), ValidationError, /notes/);
    },
  },
];
