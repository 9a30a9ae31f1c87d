/**
 * Drives sessions with `resume` and prints what they saw, as one JSON text: `URL MODE SEED SESSIONS STEPS`. It runs on any
 * runtime; its sessions and their actions depend on the seed alone, so that two runs can be compared.
 */
import { ConnectionFailedError, GenericEnvClient, type SyncEnv } from "@openenv/core";
import type { GenericTypes, JsonObject, Reward } from "@openenv/core";
import process from "node:process";
import { seededRandom } from "../runtimes/harness/random.ts";

/** What one session saw, in order: of each step the observation and the reward, and at the end the state. */
type Seen = readonly (readonly [JsonObject, Reward] | JsonObject)[];

const [url = "", mode = "async", seed = "1", sessions = "1", steps = "1"] = process.argv.slice(2);
const options = { resume: true, messageTimeoutMs: 60_000 };

const seen: Seen[] = [];
if (mode === "async") seen.push(...(await Promise.all(names().map((name) => drive(name)))));
else for (const name of names()) seen.push(driveBlocking(name));
process.stdout.write(`${JSON.stringify(seen)}\n`);

function names(): number[] {
  return Array.from({ length: Number(sessions) }, (_, index) => index);
}

async function drive(name: number): Promise<Seen> {
  await using client = new GenericEnvClient({ baseUrl: url, ...options });
  // To open a session is no part of its resumption: that may fail as ever.
  while (!(await connects(client)));
  const random = seededRandom(Number(seed) * 1000 + name);
  const results: (readonly [JsonObject, Reward] | JsonObject)[] = [];
  await client.reset({ seed: name, episode_id: `e-${name}` });
  for (let n = 0; n < Number(steps);) {
    // Now one, now several that are sent ahead of the replies.
    const ahead = Math.min(random() < 0.2 ? 5 : 1, Number(steps) - n);
    const texts = Array.from({ length: ahead }, () => textOf(random));
    const replies = await Promise.all(texts.map((text, index) => client.step({ n: n + index, text })));
    for (const { observation, reward } of replies) results.push([observation, reward]);
    n += ahead;
  }
  return [...results, await client.state()];
}

async function connects(client: GenericEnvClient): Promise<boolean> {
  try {
    await client.connect();
    return true;
  } catch (error) {
    if (error instanceof ConnectionFailedError) return false;
    throw error;
  }
}

function driveBlocking(name: number): Seen {
  using client: SyncEnv<GenericTypes> = GenericEnvClient.sync(url, options);
  while (!connectsBlocking(client));
  const random = seededRandom(Number(seed) * 1000 + name);
  const results: (readonly [JsonObject, Reward] | JsonObject)[] = [];
  client.reset({ seed: name, episode_id: `e-${name}` });
  for (let n = 0; n < Number(steps); n += 1) {
    const { observation, reward } = client.step({ n, text: textOf(random) });
    results.push([observation, reward]);
  }
  return [...results, client.state()];
}

function connectsBlocking(client: SyncEnv<GenericTypes>): boolean {
  try {
    client.connect();
    return true;
  } catch (error) {
    if (error instanceof ConnectionFailedError) return false;
    throw error;
  }
}

function textOf(random: () => number): string {
  return "é".repeat(Math.floor(random() ** 3 * 1500));
}
