/**
 * Drives several sessions of one server at once and checks that none sees another's episode. Runs on Bun, Deno and Node
 * alike; exits with 1 when something is wrong.
 *
 *     main.ts [URL] [SESSIONS]
 */
import { EchoEnv } from "@openenv/echo-env";
import assert from "node:assert/strict";
import process from "node:process";

const [baseUrl = "http://127.0.0.1:8000", count = "8"] = process.argv.slice(2);
const STEPS = 5;

/** One episode: a session of its own, a few steps, its rewards added up. */
async function playEpisode(name: string): Promise<number> {
  await using env = await EchoEnv.connect(baseUrl);
  await env.reset({ episode_id: name });
  let total = 0;
  for (let step = 1; step <= STEPS; step += 1) {
    const message = `${name} says 👋 number ${step}`;
    const { observation, reward } = await env.step({ message });
    assert.equal(observation.echoed_message, message);
    total += Number(reward);
  }
  assert.deepEqual(await env.state(), {
    episode_id: name,
    step_count: STEPS,
    last_message: `${name} says 👋 number ${STEPS}`,
  });
  return total;
}

const started = performance.now();
const names = Array.from({ length: Number(count) }, (_, index) => `session ${index + 1}`);
const rewards = await Promise.all(names.map(playEpisode));
const milliseconds = Math.round(performance.now() - started);
const total = rewards.reduce((sum, reward) => sum + reward, 0);
process.stdout.write(
  `${names.length} sessions × ${STEPS} steps at once in ${milliseconds} ms, rewards ${total.toFixed(1)}, every reply the right one\n`,
);
