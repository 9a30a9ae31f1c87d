/**
 * Agents that solve ten programming tasks at once, each in a session of its own, and the rewards they get. The policy is
 * scripted: an agent tries what it has until the check passes. Runs on Bun, Deno and Node alike; starts a server of its
 * own when none is named; exits with 1 when something is wrong.
 *
 *     main.ts [URL]
 */
import assert from "node:assert/strict";
import process from "node:process";
import { CodingEnv } from "@openenv/coding-env";
import {
  codingEnvironment,
  composeTransforms,
  qualityTransform,
  rubric,
  safetyTransform,
} from "@openenv/coding-env-server";
import { serve } from "@openenv/core/serve";
import { type Task, tasks } from "./tasks.ts";

interface Episode {
  readonly task: string;
  readonly steps: number;
  readonly reward: number;
  readonly solved: boolean;
}

/** One agent: attempts until the check passes. The reward of an episode is that of its steps together. */
async function solve(baseUrl: string, task: Task): Promise<Episode> {
  await using env = new CodingEnv({ baseUrl, messageTimeoutMs: 120_000 });
  await env.reset({ episode_id: task.name });
  const { language } = task;
  let reward = 0;
  let steps = 0;
  const run = async (code: string): Promise<string> => {
    const result = await env.step({ code, language });
    reward += Number(result.reward);
    steps += 1;
    return result.observation.exit_code === 0 ? result.observation.stdout.trim() : "failed";
  };
  for (const attempt of task.attempts) {
    if ((await run(attempt)) === "failed") continue;
    if (/^true$/i.test(await run(task.check))) return { task: task.name, steps, reward, solved: true };
  }
  return { task: task.name, steps, reward, solved: false };
}

/** The original's reward, and half a point for code whose last value is true. */
const transform = composeTransforms(
  safetyTransform(),
  qualityTransform(),
  rubric(({ observation }) => (/^true\n$/i.test(observation.stdout) ? 1 : 0), 0.5),
);

async function main(baseUrl: string): Promise<void> {
  const episodes = await Promise.all(tasks.map((task) => solve(baseUrl, task)));
  const rows = episodes.map(({ task, steps, reward, solved }) =>
    [task.padEnd(12), String(steps).padStart(5), reward.toFixed(1).padStart(7), solved ? "  yes" : "  no"].join(" "),
  );
  process.stdout.write(`${["task         steps  reward  solved", ...rows].join("\n")}\n`);

  assert.equal(episodes.length, 10);
  assert.deepEqual(
    episodes.filter(({ solved }) => !solved).map(({ task }) => task),
    [],
  );
  // Right at the first attempt is two steps; a wrong one costs one or two more.
  assert.deepEqual(
    episodes.map(({ steps }) => steps),
    [2, 4, 2, 4, 2, 3, 2, 2, 4, 2],
  );
  assert.ok(episodes.every(({ reward }) => reward > 0));
  process.stdout.write(`${episodes.length} tasks solved in ${episodes.length} sessions at once\n`);
}

const [url] = process.argv.slice(2);
if (url !== undefined) await main(url);
else {
  await using server = await serve(codingEnvironment({ transform, pool: { min: 2 } }), {
    port: 0,
    maxConcurrentEnvs: 10,
  });
  await main(server.url);
}
