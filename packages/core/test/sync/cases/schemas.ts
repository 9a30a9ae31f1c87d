/** `verifySchema`: the server's schemas beside the client's, the same in both modes. */
import assert from "node:assert/strict";
import process from "node:process";
import {
  EnvClient,
  GenericEnvClient,
  InvalidArgumentError,
  SchemaMismatchError,
  type ClientOptions,
  type EnvSpec,
} from "@openenv/core";
import { rejects } from "../../client/support.ts";
import { CounterEnv, counterSpec, type CounterTypes } from "../../testing/counter-env.ts";
import { type ClientCase, startCounter, throws } from "../support.ts";

const { manifest } = counterSpec;
const { jsonSchema } = manifest;

/** Generated from a later version of the counter. */
const laterSpec: EnvSpec<CounterTypes> = {
  ...counterSpec,
  manifest: {
    ...manifest,
    jsonSchema: {
      ...jsonSchema,
      action: { ...jsonSchema.action, properties: { amount: { type: "integer", default: 2, description: "New" } } },
    },
  },
};

class LaterEnv extends EnvClient<CounterTypes> {
  constructor(options: ClientOptions) {
    super(options, laterSpec);
  }
}

const places = ["#/action/properties/amount/default", "#/action/properties/metadata"];

export const schemaCases: readonly ClientCase[] = [
  {
    name: "issue 4: with verifySchema a client takes a server that has its schemas, in both modes",
    async run() {
      await using server = await startCounter({ maxConcurrentEnvs: 4 });
      await using env = await CounterEnv.connect(server.url, { verifySchema: "error" });
      await env.reset();
      assert.equal((await env.step({ amount: 2 })).observation.total, 2);
      await using other = await env.newSession();
      await other.reset();
      using twin = CounterEnv.sync(server.url, { verifySchema: "error" });
      twin.reset({ start: 3 });
      assert.equal(twin.step({}).observation.total, 4);
    },
  },
  {
    name: "issue 4: with verifySchema no call reaches a server that has other schemas, in both modes",
    async run() {
      await using server = await startCounter({ maxConcurrentEnvs: 2 });
      await using env = new LaterEnv({ baseUrl: server.url, verifySchema: "error" });
      const [reset, step, batch] = await Promise.all([
        rejects(env.reset(), SchemaMismatchError, /counter_env.*differ at #\/action/),
        rejects(env.step({}), SchemaMismatchError),
        env.stepMany([{}]),
      ]);
      for (const error of [reset, step]) {
        assert.deepEqual(error.details, { places, schemaHash: manifest.schemaHash });
        assert.equal(error.code, "SCHEMA_MISMATCH");
      }
      assert.deepEqual([batch.status, batch.results], ["failed", []]);
      assert.ok(batch.error instanceof SchemaMismatchError);
      await rejects(Promise.resolve(LaterEnv.connect(server.url, { verifySchema: "error" })), SchemaMismatchError);
      using twin = LaterEnv.sync(server.url, { verifySchema: "error" });
      assert.deepEqual(throws(() => twin.reset(), SchemaMismatchError).details["places"], places);
    },
  },
  {
    name: "issue 4: verifySchema says so once and goes on where it is to warn, and calls keep their order",
    async run() {
      await using server = await startCounter({ maxConcurrentEnvs: 2 });
      const emitWarning = process.emitWarning.bind(process);
      const warnings: unknown[] = [];
      process.emitWarning = (...parts: unknown[]) => void warnings.push(parts);
      try {
        await using env = new LaterEnv({ baseUrl: server.url, verifySchema: "warn" });
        const [, first, second] = await Promise.all([env.reset(), env.step({ amount: 1 }), env.step({ amount: 2 })]);
        assert.deepEqual([first.observation.total, second.observation.total], [1, 3]);
        using twin = LaterEnv.sync(server.url, { verifySchema: "warn" });
        twin.reset();
        twin.step({});
      } finally {
        process.emitWarning = emitWarning;
      }
      assert.equal(warnings.length, 2);
      assert.match(JSON.stringify(warnings[0]), /differ at #\/action.*SCHEMA_MISMATCH/);
    },
  },
  {
    name: "issue 4: verifySchema is refused where there is nothing to compare, and for any other value",
    async run() {
      const baseUrl = "http://127.0.0.1:1";
      throws(() => new GenericEnvClient({ baseUrl, verifySchema: "warn" }), InvalidArgumentError, /generated/);
      const wrong = "yes" as "warn";
      throws(() => new CounterEnv({ baseUrl, verifySchema: wrong }), InvalidArgumentError, /"warn", "error" or false/);
      await new GenericEnvClient({ baseUrl, verifySchema: false }).close();
    },
  },
];
