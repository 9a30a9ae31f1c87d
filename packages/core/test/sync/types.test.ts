/** What the compiler must accept and refuse about blocking clients. Each function is checked by tsc and run by nobody. */
import { expect, expectTypeOf, test } from "bun:test";
import {
  type BatchOptions,
  type BlockingClient,
  type CallOptions,
  type EnvClient,
  type EnvMethods,
  GenericEnvClient,
  type GenericTypes,
  type Lazy,
  type StepResult,
  type SyncCallOptions,
  type SyncEnv,
  type SyncOf,
  type Turn,
} from "@openenv/core";
import { CounterEnv, type CounterTypes } from "../testing/counter-env.ts";
import type { QuizTypes } from "../testing/quiz-env.ts";

type Calls = EnvMethods<"async", CounterTypes>;
type SyncCalls = EnvMethods<"sync", CounterTypes>;

/** What an async client has beside the calls. Whoever adds a method to it that is no call adds its name here. */
type OnlyAsync = "baseUrl" | "sync" | "resetAsync" | "stepAsync" | "stateAsync" | typeof Symbol.asyncDispose;
type OnlySync = "baseUrl" | typeof Symbol.dispose;

/** The options of a call as a blocking caller gives them. */
type Blocking<Args extends readonly unknown[]> = {
  [I in keyof Args]: [CallOptions] extends [NonNullable<Args[I]>]
    ? [NonNullable<Args[I]>] extends [CallOptions]
      ? SyncCallOptions | Extract<Args[I], undefined>
      : Args[I]
    : Args[I];
};

/** What the twin of an async method looks like; of overloads, the last. */
type Twin<F> = F extends (...args: infer Args) => Promise<infer R> ? (...args: Blocking<Args>) => R : never;
type LastOf<F> = F extends (...args: infer Args) => infer R ? (...args: Args) => R : never;
type Plain = Exclude<keyof Calls, "callTool" | "tools" | "stepMany" | "batchStep" | "episode" | "newSession">;

export function sameCalls(): void {
  // A call added to one client is one of the other, or these do not compile.
  expectTypeOf<Exclude<keyof EnvClient<CounterTypes>, OnlyAsync>>().toEqualTypeOf<keyof Calls>();
  expectTypeOf<Exclude<keyof SyncEnv<CounterTypes>, OnlySync>>().toEqualTypeOf<keyof Calls>();
  expectTypeOf<{ [K in Plain]: Twin<Calls[K]> }>().toEqualTypeOf<{ [K in Plain]: LastOf<SyncCalls[K]> }>();
  expectTypeOf<SyncOf<CounterEnv>>().toEqualTypeOf<SyncEnv<CounterTypes>>();
  // What the general rule cannot say, one by one.
  expectTypeOf<ReturnType<SyncCalls["stepMany"]>>().toEqualTypeOf<Awaited<ReturnType<Calls["stepMany"]>>>();
  expectTypeOf<Parameters<Calls["stepMany"]>[1]>().toEqualTypeOf<BatchOptions<"async"> | undefined>();
  expectTypeOf<Parameters<SyncCalls["stepMany"]>[1]>().toEqualTypeOf<BatchOptions<"sync"> | undefined>();
  expectTypeOf<SyncCalls["batchStep"]>().toEqualTypeOf<SyncCalls["stepMany"]>();
  expectTypeOf<Calls["batchStep"]>().toEqualTypeOf<Calls["stepMany"]>();
  expectTypeOf<ReturnType<Calls["episode"]>>().toEqualTypeOf<AsyncGenerator<Turn<CounterTypes>, void, undefined>>();
  expectTypeOf<ReturnType<SyncCalls["episode"]>>().toEqualTypeOf<Generator<Turn<CounterTypes>, void, undefined>>();
  expectTypeOf<ReturnType<CounterEnv["newSession"]>>().toEqualTypeOf<Promise<CounterEnv>>();
  expectTypeOf<ReturnType<SyncEnv<CounterTypes>["newSession"]>>().toEqualTypeOf<SyncEnv<CounterTypes>>();
}

export async function asynchronous(url: string): Promise<void> {
  await using env = await CounterEnv.connect(url);
  expectTypeOf(env).toEqualTypeOf<CounterEnv>();
  await using image = await CounterEnv.fromDockerImage("counter:latest", { readyTimeoutMs: 5 });
  expectTypeOf(image).toEqualTypeOf<CounterEnv>();
  const named = CounterEnv.fromEnv("owner/counter");
  expectTypeOf(named).toEqualTypeOf<Lazy<CounterEnv>>();
  expectTypeOf(await Promise.all([named, GenericEnvClient.connect(url)])).toEqualTypeOf<
    [CounterEnv, GenericEnvClient]
  >();
  // @ts-expect-error a lazy client is not disposed of: `await` was forgotten
  // oxlint-disable-next-line typescript/await-thenable
  await using forgotten = CounterEnv.fromDockerImage("counter:latest");
  // @ts-expect-error nor blocking
  using neither = CounterEnv.fromEnv("owner/counter");
  // @ts-expect-error its calls are those of the client to come
  void CounterEnv.connect(url).reset();
  void [forgotten, neither];
}

export function blocking(url: string, options: CallOptions): void {
  using env = CounterEnv.sync(url, { messageTimeoutMs: 5 });
  expectTypeOf(env).toEqualTypeOf<SyncEnv<CounterTypes>>();
  expectTypeOf(env.reset({ start: 1, seed: 2 })).toEqualTypeOf<StepResult<CounterTypes["observation"]>>();
  expectTypeOf(env.step({ amount: 1 }, { timeoutMs: 5 }).observation.total).toBeNumber();
  expectTypeOf(env.state().episode_id).toEqualTypeOf<string | null>();
  expectTypeOf(env.close()).toBeVoid();
  expectTypeOf(env.hasTool("anything")).toBeBoolean();
  expectTypeOf(env.callTool("anything", { text: "x" })).toBeUnknown();
  expectTypeOf(env).toExtend<BlockingClient>();
  // @ts-expect-error a wrong type of a field
  env.step({ amount: "1" });
  // @ts-expect-error an unknown field
  env.step({ amout: 1 });
  // @ts-expect-error baseUrl is read-only
  env.baseUrl = url;
  // @ts-expect-error a blocking call takes no signal
  env.reset({}, { signal: options.signal });
  // @ts-expect-error a connector stays in its thread
  CounterEnv.sync(url, { connect: () => Promise.reject(new Error("no")) });
  // @ts-expect-error a batch's action of a wrong type
  env.stepMany([{ amount: "1" }]);
  // @ts-expect-error a blocking batch takes no signal
  env.stepMany([], { signal: options.signal });
  for (const turn of env.episode({ start: 1, seed: 2 }, { maxSteps: 3 })) {
    expectTypeOf(turn.observation.total).toBeNumber();
    // @ts-expect-error a wrong type of a field
    turn.act({ amount: "1" });
  }
  // @ts-expect-error a blocking episode is no async one
  void env.episode()[Symbol.asyncIterator];
  // @ts-expect-error nor is a function of the caller's own carried into another thread
  CounterEnv.sync(url, { fetch: () => Promise.reject(new Error("no")) });
  // @ts-expect-error a blocking start takes no signal
  CounterEnv.fromEnvSync("owner/counter", { signal: options.signal });

  using a = CounterEnv.connect(url).sync();
  using b = CounterEnv.connectSync(url, { timeoutMs: 5 });
  using c = CounterEnv.fromDockerImage("counter:latest").sync();
  using d = CounterEnv.fromDockerImageSync("counter:latest", { timeoutMs: 5, readyTimeoutMs: 5 });
  using e = CounterEnv.fromEnvSync("owner/counter");
  using f = new CounterEnv({ baseUrl: url }).sync();
  for (const each of [a, b, c, d, e, f]) expectTypeOf(each).toEqualTypeOf<SyncEnv<CounterTypes>>();
}

export function omitting(quiz: SyncEnv<QuizTypes>, generic: SyncEnv<GenericTypes>): void {
  quiz.reset({ omit: ["page", "hints"] });
  // @ts-expect-error the schema requires it
  quiz.reset({ omit: ["question"] });
  // @ts-expect-error there is no such field
  quiz.reset({ omit: ["pages"] });
  generic.reset({ omit: ["anything"] });
}

class Loud extends CounterEnv {
  override sync(): SyncEnv<CounterTypes> & { readonly loud: true } {
    return Object.assign(super.sync(), { loud: true } as const);
  }
}

export function derived(url: string): void {
  using loud = Loud.connectSync(url);
  expectTypeOf(loud.loud).toEqualTypeOf<true>();
}

test("issue 5: types are checked by tsc", () => {
  expect([sameCalls, asynchronous, blocking, omitting, derived]).toHaveLength(5);
});
