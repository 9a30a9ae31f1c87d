/** Environments that fail, wherever they can (PROTOCOL §2.5): the right error, and nobody else is touched. */
import assert from "node:assert/strict";
import { expectError } from "../harness/expect-error.ts";
import type { ServerCase } from "../harness/server-case.ts";

export const failureCases: readonly ServerCase[] = [
  {
    title: "whatever a step throws is an EXECUTION_ERROR with its text, and the session goes on",
    verifies: ["ws:step:execution-error:code", "ws:step:execution-error:session-alive", "session:isolated"],
    async run(scope) {
      const { server, peer } = await scope.open("faulty");
      const bystander = await scope.connect(server);
      const thrown: Readonly<Record<string, RegExp>> = {
        throw: /^faulty: step threw$/,
        reject: /^faulty: step rejected$/,
        text: /^faulty: step threw a text$/,
        nothing: /undefined/,
        library: /of another environment/,
        zod: /./,
      };
      for (const [fault, message] of Object.entries(thrown)) {
        const data = expectError(await peer.ask({ type: "step", data: { fault } }), "EXECUTION_ERROR");
        assert.match(data.message, message);
      }
      assert.equal((await peer.ask({ type: "state" })).data["step_count"], 0);
      assert.equal((await peer.ask({ type: "step", data: {} })).data.observation["result"], "ok");
      assert.equal((await bystander.ask({ type: "state" })).data["step_count"], 0);
    },
  },
  {
    title: "an outcome that is none is an EXECUTION_ERROR that says what is wrong",
    verifies: ["ws:observation:misfit"],
    async run(scope) {
      const { peer } = await scope.open("faulty");
      const wrong: Readonly<Record<string, RegExp>> = {
        misfit: /observation that does not fit its schema: result/,
        "no observation": /must return an object with an "observation"/,
        "bad done": /"done"/,
      };
      for (const [fault, message] of Object.entries(wrong)) {
        const data = expectError(await peer.ask({ type: "step", data: { fault } }), "EXECUTION_ERROR");
        assert.match(data.message, message);
      }
    },
  },
  {
    title: "a reset that fails leaves the episode as it was",
    verifies: ["ws:reset:execution-error"],
    async run(scope) {
      const { peer } = await scope.open("faulty");
      await peer.ask({ type: "reset", data: { episode_id: "kept" } });
      await peer.ask({ type: "step", data: {} });
      for (const fault of ["throw", "reject"]) {
        const data = { fault, episode_id: "lost" };
        expectError(await peer.ask({ type: "reset", data }), "EXECUTION_ERROR");
      }
      assert.deepEqual((await peer.ask({ type: "state" })).data, { episode_id: "kept", step_count: 1 });
    },
  },
  {
    title: "a state that fails is an EXECUTION_ERROR, and the session goes on",
    verifies: ["ws:state:execution-error"],
    async run(scope) {
      for (const state of ["throw", "reject"]) {
        const { peer } = await scope.open("faulty", { params: { state } });
        expectError(await peer.ask({ type: "state" }), "EXECUTION_ERROR");
        assert.equal((await peer.ask({ type: "step", data: {} })).type, "observation");
      }
    },
  },
  {
    title: "a close() that fails is logged, frees the slot, and touches nobody",
    verifies: ["session:close-error", "session:capacity:freed"],
    async run(scope) {
      for (const close of ["throw", "reject"]) {
        const { server, peer } = await scope.open("faulty", { params: { close } });
        const bystander = await scope.connect(server);
        peer.send({ type: "close" });
        assert.equal((await peer.closed).code, 1000);
        await server.event("closed");
        assert.equal((await bystander.ask({ type: "step", data: {} })).type, "observation");
        assert.equal(await server.active(), 1);
        const logged = (await server.log()).find(({ level }) => level === "error");
        assert.match(logged?.error?.cause?.message ?? "", /faulty: close/);
      }
    },
  },
  {
    title: "a factory that fails, or gives what is no environment, is a FACTORY_ERROR; the next session is not touched",
    verifies: ["session:factory-error:code", "session:factory-error:name", "session:factory-error:close-1000"],
    async run(scope) {
      for (const factory of ["throw", "reject", "nothing", "no environment"]) {
        const { peer } = await scope.open("startup", { params: { factory } });
        peer.send({ type: "reset" });
        const data = expectError(await peer.next(), "FACTORY_ERROR");
        const named = factory === "throw" || factory === "reject";
        assert.equal(data["factory_name"], named ? "makeWords" : "StartupEnvironment");
        assert.equal((await peer.closed).code, 1000);
      }
      const { server, peer: first } = await scope.open("startup", { params: { factory: "sometimes" } });
      await first.ask({ type: "reset" });
      expectError(await (await scope.connect(server)).next(), "FACTORY_ERROR");
      assert.equal((await first.ask({ type: "step", data: {} })).type, "observation");
      assert.equal((await (await scope.connect(server)).ask({ type: "reset" })).type, "observation");
    },
  },
  {
    title: "OE-56: a failure is logged with its cause, and told to clients as far as exposeErrors allows",
    verifies: ["server:errors:logged", "server:errors:exposed"],
    async run(scope) {
      const open = await scope.open("startup", { params: { factory: "throw" } });
      assert.match(expectError(await open.peer.next(), "FACTORY_ERROR").message, /the database is down/);
      const logged = (await open.server.log()).find(({ level }) => level === "error");
      assert.equal(logged?.error?.cause?.message, "the database is down");
      assert.match(logged?.error?.cause?.stack ?? "", /startup\.[jt]s/);
      assert.equal(logged?.error?.cause?.cause?.message, "connection refused by 10.0.0.7");

      const options = { exposeErrors: false };
      const shut = await scope.open("startup", { params: { factory: "throw" }, options });
      const text = await shut.peer.nextText();
      assert.match(text, /FACTORY_ERROR/);
      assert.doesNotMatch(text, /database|10\.0\.0\.7|startup\.[jt]s/);
      const faulty = await scope.open("faulty", { options });
      faulty.peer.send({ type: "step", data: { fault: "throw" } });
      assert.doesNotMatch(await faulty.peer.nextText(), /faulty: step/);
      assert.equal((await fetch(`${shut.server.url}/state`)).status, 500);
      assert.doesNotMatch(await (await fetch(`${shut.server.url}/state`)).text(), /database|10\.0\.0\.7/);
      const hidden = (await faulty.server.log()).find(({ level }) => level === "error");
      assert.equal(hidden?.error?.message, "faulty: step threw");
    },
  },
  {
    title: "a factory may be a class, a function, or asynchronous",
    verifies: ["session:factory:forms"],
    async run(scope) {
      for (const factory of ["class", "async", undefined]) {
        const { peer } = await scope.open("startup", { params: { factory } });
        assert.equal((await peer.ask({ type: "reset" })).data.observation["word"], "ready");
      }
    },
  },
];
