/**
 * A rollout as trainers of TRL write it, without a single `await`: a provider starts the server, one blocking client
 * steps it, and groups of completions get their rewards and advantages. Checks itself; exits with 1 when something is
 * wrong. Runs on Bun, Deno and Node alike, in this folder: the server's package is looked for from there.
 */
import { ValidationError } from "@openenv/core";
import { ProcessProvider } from "@openenv/core/providers";
import { EchoEnv } from "@openenv/echo-env";
import assert from "node:assert/strict";
import process from "node:process";

const PROMPTS = ["Say something", "Say more", "Say it in Greek"];
const GROUP = 4;

/** One completion and what it earned. */
interface Rollout {
  readonly prompt: string;
  readonly completion: string;
  readonly reward: number;
}

type Env = ReturnType<typeof EchoEnv.sync<EchoEnv>>;

/** Stands for a model: the same completions for the same prompt. */
function generate(prompt: string, group: number): string[] {
  return Array.from({ length: group }, (_, index) => `${prompt}${" γειά".repeat(index)}`);
}

/** The trainer calls this; it must give back when all is done, so it blocks. */
function rolloutFunc(env: Env, prompts: readonly string[]): Rollout[] {
  return prompts.flatMap((prompt, seed) => {
    return generate(prompt, GROUP).map((completion) => {
      env.reset({ seed });
      const { observation, reward } = env.step({ message: completion });
      assert.equal(observation.echoed_message, completion);
      return { prompt, completion, reward: Number(reward) };
    });
  });
}

/** How much better than its group each completion was. */
function advantages(rollouts: readonly Rollout[]): number[] {
  return rollouts.map(({ prompt, reward }) => {
    const group = rollouts.filter((other) => other.prompt === prompt);
    return reward - group.reduce((sum, other) => sum + other.reward, 0) / group.length;
  });
}

const provider = new ProcessProvider({ source: "@openenv/echo-env-server" });
provider.startSync();
try {
  provider.waitForReadySync({ timeoutMs: 60_000 });
  assert(provider.baseUrl !== undefined);
  using env = EchoEnv.sync(provider.baseUrl);

  const rollouts = rolloutFunc(env, PROMPTS);
  assert.equal(rollouts.length, PROMPTS.length * GROUP);
  // The environment pays a tenth for each character, and Python's characters are code points.
  for (const { completion, reward } of rollouts) assert.ok(Math.abs(reward - 0.1 * [...completion].length) < 1e-9);
  const gains = advantages(rollouts);
  for (let index = 0; index < gains.length; index += GROUP) {
    const group = gains.slice(index, index + GROUP);
    assert.deepEqual(
      group,
      group.toSorted((left, right) => left - right),
    );
    assert.ok(Math.abs(group.reduce((sum, gain) => sum + gain, 0)) < 1e-9);
  }
  // The session saw one step since its last reset, and what does not fit is refused before it is sent.
  assert.equal(env.state().step_count, 1);
  assert.throws(() => env.step({ message: "" }), ValidationError);
  assert.equal(env.state().step_count, 1);
  process.stdout.write(`${rollouts.length} completions stepped and rewarded, and nothing was awaited\n`);
} finally {
  provider.stopSync();
}
assert.equal(provider.baseUrl, undefined);
