/** What the compiler must accept and refuse. Each function is checked by tsc and run by nobody. */
import { expect, expectTypeOf, test } from "bun:test";
import { EnvClient, GenericEnvClient, type ClientOptions, type StepResult } from "@openenv/core";
import { CounterEnv, type CounterTypes } from "../testing/counter-env.ts";

class MyEnv extends CounterEnv {
  label = "mine";
}

class OtherConstructor extends CounterEnv {
  constructor(url: string, retries: number) {
    super({ baseUrl: `${url}/${retries}` });
  }
}

export async function usage(env: CounterEnv, options: ClientOptions): Promise<void> {
  // OE-11: a promise is not its result.
  // @ts-expect-error 'observation' does not exist on the promise
  void env.step({ amount: 1 }).observation;
  const result = await env.step({ amount: 1 });
  expectTypeOf(result).toEqualTypeOf<StepResult<CounterTypes["observation"]>>();

  // OE-09
  // @ts-expect-error baseUrl is read-only
  env.baseUrl = "http://elsewhere";

  // @ts-expect-error a wrong type of a field
  await env.step({ amount: "1" });
  // @ts-expect-error an unknown field
  await env.step({ amout: 1 });
  await env.step({ amount: undefined });
  await env.reset({ seed: 1, start: 2 }, { timeoutMs: 5, signal: AbortSignal.timeout(1) });
  // @ts-expect-error an unknown parameter
  await env.reset({ strat: 2 });
  // SB-01: no option without a unit
  // @ts-expect-error there is no `timeout`
  await env.reset({}, { timeout: 5 });

  const mine = await MyEnv.connect("http://h", { messageTimeoutMs: 5 });
  expectTypeOf(mine).toEqualTypeOf<MyEnv>();
  const both = await Promise.all([CounterEnv.connect("http://a"), GenericEnvClient.connect("http://b")]);
  expectTypeOf(both).toEqualTypeOf<[CounterEnv, GenericEnvClient]>();
  // @ts-expect-error a subclass with another constructor cannot be made by connect()
  await OtherConstructor.connect("http://h");
  // @ts-expect-error the client, not the promise of it, is what is disposed of
  // oxlint-disable-next-line typescript/await-thenable
  await using forgotten = CounterEnv.connect("http://h");
  void forgotten;

  const generic = new EnvClient(options);
  void generic;
  const anything = await new GenericEnvClient(options).reset({ seed: 1, game: "pong" });
  expectTypeOf(anything.observation["x"]).toBeUnknown();
}

test("OE-11: types are checked by tsc", () => {
  expect(usage).toBeFunction();
});
