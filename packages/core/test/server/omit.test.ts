/** Fields that are left out of observations: who may say which, and that what is left still fits the schema. */
import { GenericEnvClient, InvalidArgumentError, type JsonObject, ValidationError } from "@openenv/core";
import { createEnvServer, defineEnvironment } from "@openenv/core/server";
import { connectInProcess } from "@openenv/core/testing";
import { expect, test } from "bun:test";
import { z } from "zod";
import { QuizEnv, quizServer, quizSpec } from "../testing/quiz-env.ts";

test("a server leaves fields out of every observation, a reset more of its episode's", async () => {
  await using server = createEnvServer(quizServer(), { omit: ["page"], variables: {} });
  await using raw = await connectInProcess(GenericEnvClient, server);
  const keys = async (answer: Promise<{ observation: JsonObject }>): Promise<string[]> =>
    Object.keys((await answer).observation);
  expect(await keys(raw.step({ answer: 1 }))).toEqual(["question", "hints", "metadata"]);
  expect(await keys(raw.reset({ omit: ["hints"] }))).toEqual(["question", "metadata"]);
  expect(await keys(raw.step({ answer: 1 }))).toEqual(["question", "metadata"]);
  // The next episode has them again, and so has one whose reset failed.
  expect(raw.reset({ omit: ["hints"], index: "x" })).rejects.toBeInstanceOf(ValidationError);
  expect(await keys(raw.reset({ omit: null }))).toEqual(["question", "hints", "metadata"]);

  await using typed = await connectInProcess(QuizEnv, server);
  const { observation } = await typed.reset({ omit: ["hints"] });
  // What is left fits: the default takes the place of what was not sent.
  expect(observation).toEqual({ question: "3 squared?", hints: [] });
});

test("one-shot requests leave them out too", async () => {
  await using server = createEnvServer(quizServer(), { omit: ["page"], variables: {} });
  const body = JSON.stringify({ omit: ["hints"] });
  const headers = { "Content-Type": "application/json" };
  const response = await server.fetch(new Request("http://host/reset", { method: "POST", headers, body }));
  const { observation } = (await response.json()) as { observation: JsonObject };
  expect(Object.keys(observation)).toEqual(["question", "metadata"]);
});

test("a required field, an unknown one and a wrong type are refused by name", async () => {
  for (const field of ["question", "metadata", "reward", "pages"]) {
    try {
      createEnvServer(quizServer(), { omit: [field], variables: {} });
      throw new Error(`${field} was taken.`);
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidArgumentError);
      expect((error as InvalidArgumentError).message).toContain(`"${field}"`);
      expect((error as InvalidArgumentError).details).toEqual({ argument: "omit", field });
    }
  }
  await using env = await connectInProcess(GenericEnvClient, quizServer());
  await env.reset({ episode_id: "kept" });
  for (const [omit, loc, type] of [
    [["page", "question"], ["omit", 1], "value_error"],
    [["pages"], ["omit", 0], "value_error"],
    [[7], ["omit", 0], "string_type"],
    ["page", ["omit"], "list_type"],
    [Array.from({ length: 1001 }, () => "page"), ["omit"], "too_long"],
  ] as const) {
    const error: unknown = await env.reset({ omit }).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ValidationError);
    expect((error as ValidationError).errors.map((issue) => [issue.loc, issue.type])).toEqual([[loc, type]]);
  }
  expect((await env.state()).episode_id).toBe("kept");
});

test("where the environment has a parameter of that name, it is the environment's", async () => {
  let seen: unknown;
  const spec = { ...quizSpec, reset: z.strictObject({ omit: z.string() }) as never };
  const definition = defineEnvironment(spec, () => ({
    reset: (params) => {
      seen = params;
      return { observation: { question: "?" } };
    },
    step: () => ({ observation: { question: "?" }, reward: null, done: false }),
  }));
  await using env = await connectInProcess(GenericEnvClient, definition);
  const { observation } = await env.reset({ omit: "question" });
  expect(observation["question"]).toBe("?");
  expect(seen).toMatchObject({ omit: "question" });
});

test("of an observation of several forms, a field that one of them requires stays", async () => {
  const object = (required: readonly string[]): JsonObject => ({
    type: "object",
    additionalProperties: false,
    properties: { question: {}, page: {}, hints: {} },
    required,
  });
  const observation: JsonObject = {
    anyOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }],
    $defs: { A: object(["question"]), B: object(["page"]) },
  };
  const manifest = { ...quizSpec.manifest, jsonSchema: { ...quizSpec.manifest.jsonSchema, observation } };
  const definition = defineEnvironment({ ...quizSpec, manifest }, quizServer().factory);
  const serverWith = (field: string): unknown => createEnvServer(definition, { omit: [field], variables: {} });
  expect(() => serverWith("page")).toThrow('"page" is required');
  expect(() => serverWith("question")).toThrow('"question" is required');
  expect(() => serverWith("other")).toThrow('no field "other"');
  expect(serverWith("hints")).toBeDefined();
});
