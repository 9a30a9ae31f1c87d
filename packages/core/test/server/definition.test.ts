import { InvalidArgumentError } from "@openenv/core";
import { defineEnvironment, type Environment } from "@openenv/core/server";
import type { GenericTypes } from "@openenv/core";
import { expect, test } from "bun:test";
import { answer, openSpec } from "./scripted-env.ts";

class ScriptedEnvironment implements Environment<GenericTypes> {
  reset = () => answer;
  step = () => answer;
}

test("OE-22: an instance in place of a factory does not compile, and is refused at start with what to pass", () => {
  for (const instance of [new ScriptedEnvironment(), {}, null, "ScriptedEnvironment"]) {
    // @ts-expect-error -- a class or a function is wanted
    const define = (): unknown => defineEnvironment(openSpec, instance);
    expect(define).toThrow(InvalidArgumentError);
    expect(define).toThrow(/pass a class or a function/);
  }
});

test("a class and a function are taken", () => {
  expect(defineEnvironment(openSpec, ScriptedEnvironment).factory).toBe(ScriptedEnvironment);
  const make = (): ScriptedEnvironment => new ScriptedEnvironment();
  expect(defineEnvironment(openSpec, make).factory).toBe(make);
});

test("a step without reward or done does not compile", () => {
  // @ts-expect-error -- a misspelt key is a missing one
  defineEnvironment(openSpec, () => ({
    reset: () => answer,
    step: () => ({ observation: {}, rewrad: 1, done: true }),
  }));
  // @ts-expect-error -- done is missing
  defineEnvironment(openSpec, () => ({ reset: () => answer, step: () => ({ observation: {}, reward: 1 }) }));
});
