/** Reset, step, state, close (PROTOCOL §2.3, §2.4, §2.6, §2.7). */
import assert from "node:assert/strict";
import { expectError, expectIssue } from "../harness/expect-error.ts";
import type { ServerCase } from "../harness/server-case.ts";

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/;

export const episodeCases: readonly ServerCase[] = [
  {
    title: "a reset answers an observation with its four parts, and a step says reward and done",
    verifies: ["ws:reset:reply", "ws:step:reply", "ws:observation:metadata-inside", "ws:observation:keys"],
    async run(scope) {
      const { peer } = await scope.open("counter");
      const reset = await peer.ask({ type: "reset", data: { start: 40 } });
      const { secret } = reset.data.observation;
      assert.deepEqual(reset, {
        type: "observation",
        data: { observation: { total: 40, secret, metadata: {} }, reward: null, done: false },
      });
      const step = await peer.ask({ type: "step", data: { amount: 60 } });
      assert.deepEqual(step, {
        type: "observation",
        data: { observation: { total: 100, secret, metadata: {} }, reward: 60, done: true },
      });
    },
  },
  {
    title: "OE-34: metadata stands inside the observation always, and beside it when there is some",
    verifies: ["ws:observation:metadata-beside", "ws:observation:metadata-inside"],
    async run(scope) {
      const { peer } = await scope.open("counter");
      const metadata = { progress: 0.5, nested: { list: [1, null] } };
      const { data } = await peer.ask({ type: "step", data: { metadata } });
      assert.deepEqual(data.observation["metadata"], metadata);
      assert.deepEqual(data["metadata"], metadata);
      const { data: without } = await peer.ask({ type: "step", data: { metadata: {} } });
      assert.deepEqual(without.observation["metadata"], {});
      assert.equal("metadata" in without, false);
    },
  },
  {
    title: "OE-50: the envelope has the reward and done that the environment gave, the observation has neither",
    verifies: ["ws:step:reply"],
    async run(scope) {
      const { peer } = await scope.open("options");
      const { data } = await peer.ask({ type: "step", data: { type: "pass", x: 1 } });
      assert.equal(data["reward"], 1);
      assert.equal(data["done"], true);
      assert.equal("reward" in data.observation || "done" in data.observation, false);
    },
  },
  {
    title: "step and state work before any reset",
    verifies: ["ws:step:before-reset", "ws:state:before-reset"],
    async run(scope) {
      const { peer } = await scope.open("counter");
      assert.deepEqual((await peer.ask({ type: "state" })).data, {
        episode_id: null,
        step_count: 0,
        total: 0,
        board: [[0, 0]],
      });
      assert.equal((await peer.ask({ type: "step", data: {} })).data.observation["total"], 1);
      assert.equal((await peer.ask({ type: "state" })).data["step_count"], 1);
    },
  },
  {
    title: "the state is whole: base fields and all of the environment's own",
    verifies: ["ws:state:whole", "ws:state:step-count", "ws:reset:episode-id"],
    async run(scope) {
      const { peer } = await scope.open("counter");
      await peer.ask({ type: "reset", data: { episode_id: "ep-1", start: 2 } });
      await peer.ask({ type: "step", data: { amount: 3 } });
      await peer.ask({ type: "step", data: { amount: 0 } });
      const state = { episode_id: "ep-1", step_count: 1, total: 5, board: [[5, 0]] };
      assert.deepEqual((await peer.ask({ type: "state" })).data, state);
      await peer.ask({ type: "reset" });
      const { episode_id: id, step_count: count } = (await peer.ask({ type: "state" })).data;
      assert.match(String(id), UUID);
      assert.equal(count, 0);
    },
  },
  {
    title: "OE-37: reset parameters reach the environment, read by its own schema",
    verifies: ["ws:reset:params", "ws:reset:defaults"],
    async run(scope) {
      const { peer } = await scope.open("options");
      const data = { seed: 7, episode_id: "e", game: "pong", players: 2 };
      assert.deepEqual((await peer.ask({ type: "reset", data })).data.observation["params"], data);
      const bare = (await peer.ask({ type: "reset", data: { episode_id: "f", seed: null } })).data.observation[
        "params"
      ];
      assert.deepEqual(bare, { episode_id: "f", game: "chess" });
      expectIssue(await peer.ask({ type: "reset", data: { players: 0 } }), "greater_than_equal", ["players"]);
    },
  },
  {
    title: "OE-49: each reset of one session configures it anew",
    verifies: ["ws:reset:again"],
    async run(scope) {
      const { peer } = await scope.open("options");
      for (const [index, game] of ["go", "pong", "go"].entries()) {
        const { observation } = (await peer.ask({ type: "reset", data: { game } })).data;
        assert.equal((observation["params"] as { game: string }).game, game);
        assert.equal(observation["resets"], index + 1);
      }
    },
  },
  {
    title: "a seed is taken as Python takes an integer",
    verifies: ["ws:reset:seed-coercion"],
    async run(scope) {
      const { peer } = await scope.open("options");
      const seedOf = async (seed: string): Promise<unknown> => {
        const { data } = await peer.askText(`{"type":"reset","data":{"seed":${seed}}}`);
        return (data.observation["params"] as { seed?: unknown }).seed;
      };
      assert.equal(await seedOf('"7"'), 7);
      assert.equal(await seedOf("7.0"), 7);
      assert.equal(await seedOf("true"), 1);
      assert.equal(await seedOf("-1"), -1);
      for (const seed of [7.5, "x", "7.5", [], {}]) {
        const { errors } = expectError(await peer.ask({ type: "reset", data: { seed } }), "VALIDATION_ERROR");
        assert.deepEqual(errors[0]?.loc, ["seed"]);
      }
      const tooLarge = await peer.askText('{"type":"reset","data":{"seed":9223372036854775807}}');
      assert.match(expectError(tooLarge, "VALIDATION_ERROR").message, /seed/);
    },
  },
  {
    title: "OE-40: an unknown reset parameter is dropped and logged once; strict servers refuse it by name",
    verifies: ["ws:reset:unknown-key", "ws:reset:unknown-key:strict"],
    async run(scope) {
      const { server, peer } = await scope.open("options");
      for (let reset = 0; reset < 3; reset += 1) {
        const { data } = await peer.ask({ type: "reset", data: { sed: 1, episode_id: "e" } });
        assert.deepEqual(data.observation["params"], { episode_id: "e", game: "chess" });
      }
      const warnings = (await server.log()).filter(({ level }) => level === "warn");
      assert.equal(warnings.length, 1);
      assert.match(warnings[0]?.message ?? "", /"sed"/);
      const strict = await scope.open("options", { options: { unknownResetParams: "reject" } });
      expectIssue(await strict.peer.ask({ type: "reset", data: { sed: 1 } }), "extra_forbidden", ["sed"]);
      assert.equal((await strict.peer.ask({ type: "reset", data: { seed: 1 } })).type, "observation");
    },
  },
  {
    title: "an action that does not fit is a VALIDATION_ERROR located from its own fields, and changes nothing",
    verifies: ["ws:step:validation-error:code", "ws:step:validation-error:loc", "ws:step:validation-error:unchanged"],
    async run(scope) {
      const { peer } = await scope.open("counter");
      const wrong: [unknown, string, unknown[]][] = [
        [{ amount: 1.5 }, "int_from_float", ["amount"]],
        [{ amount: "x" }, "int_parsing", ["amount"]],
        [{ amount: null }, "int_type", ["amount"]],
        [{ amount: -1 }, "greater_than_equal", ["amount"]],
        [{ amount: 1001 }, "less_than_equal", ["amount"]],
        [{ colour: "red" }, "extra_forbidden", ["colour"]],
        [{ tags: "a" }, "list_type", ["tags"]],
        [{ tags: ["a", 2] }, "string_type", ["tags", 1]],
        [{ metadata: null }, "dict_type", ["metadata"]],
      ];
      for (const [data, type, loc] of wrong) expectIssue(await peer.ask({ type: "step", data }), type, loc);
      expectIssue(await (await scope.open("options")).peer.ask({ type: "step", data: { x: 1 } }), "missing", ["type"]);
      assert.equal((await peer.ask({ type: "state" })).data["step_count"], 0);
      assert.equal((await peer.ask({ type: "step", data: {} })).data.observation["total"], 1);
    },
  },
  {
    title: "OE-45: a type of call_tool is nothing special where the environment has one of its own",
    verifies: ["ws:step:own-type"],
    async run(scope) {
      const { peer } = await scope.open("options");
      for (const type of ["call_tool", "list_tools"]) {
        expectIssue(await peer.ask({ type: "step", data: { type } }), "missing", ["x"]);
        const { data } = await peer.ask({ type: "step", data: { type, x: 3 } });
        assert.deepEqual(data.observation["params"], { type, x: 3 });
      }
    },
  },
  {
    title: "a close is answered by the close handshake alone, with 1000",
    verifies: ["ws:close:no-reply", "ws:close:1000"],
    async run(scope) {
      const { server, peer } = await scope.open("counter");
      peer.send({ type: "close" });
      assert.deepEqual(await peer.closed, { code: 1000, reason: "" });
      await assert.rejects(peer.nextText());
      await server.event("closed");
      assert.equal(await server.active(), 0);
    },
  },
];
