/**
 * Ours: what a client will meet that the criteria of the original do not look at. None of them is required.
 */
import { GenericEnvClient } from "@openenv/core";

import { documentProblems } from "../schema-problems.ts";
import type { AskOptions } from "./ask.ts";
import type { Criterion } from "./server-report.ts";

export async function ownCriteria(
  target: string,
  schema: unknown,
  { timeoutMs, signal }: AskOptions,
): Promise<Criterion[]> {
  const limits = { timeoutMs, signal };
  const prove = async (
    id: string,
    description: string,
    proof: () => Promise<string | undefined>,
  ): Promise<Criterion> => {
    try {
      const details = await proof();
      return {
        id,
        description,
        required: false,
        passed: details === undefined,
        ...(details === undefined ? {} : { details }),
      };
    } catch (error) {
      signal.throwIfAborted();
      return { id, description, required: false, passed: false, details: (error as Error).message };
    }
  };
  return [
    await prove("schemas_understood", "Typed packages can be generated from /schema", () =>
      Promise.resolve(documentProblems(schema).at(0)),
    ),
    await prove("websocket_session", "A session keeps the id of its episode", async () => {
      await using env = await GenericEnvClient.connect(target, limits);
      const { done } = await env.reset({ episode_id: "openenv-validate", seed: 0 }, limits);
      const { episode_id, step_count } = await env.state(limits);
      if (episode_id !== "openenv-validate")
        return `reset with an episode_id, and the state says ${String(episode_id)}`;
      if (step_count !== 0) return `after a reset, step_count is ${String(step_count)}`;
      return done ? "the episode is over before its first step" : undefined;
    }),
    await prove("seed_determinism", "The same seed gives the same first observation", async () => {
      await using env = await GenericEnvClient.connect(target, limits);
      const first = await env.reset({ seed: 7, episode_id: "one" }, limits);
      const second = await env.reset({ seed: 7, episode_id: "one" }, limits);
      const [left, right] = [first, second].map(({ observation }) => JSON.stringify(observation, bigIntegers));
      return left === right ? undefined : "two resets with seed 7 differ";
    }),
    await prove("concurrent_sessions", "Two sessions at once do not disturb each other", async () => {
      await using first = await GenericEnvClient.connect(target, limits);
      await using second = await GenericEnvClient.connect(target, limits);
      await Promise.all([first.reset({ episode_id: "first" }, limits), second.reset({ episode_id: "second" }, limits)]);
      const ids = [(await first.state(limits)).episode_id, (await second.state(limits)).episode_id];
      return ids.join() === "first,second" ? undefined : `their episodes are ${ids.join(" and ")}`;
    }),
  ];
}

function bigIntegers(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
