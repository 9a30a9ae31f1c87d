/**
 * Judges a recorded episode. Pure: looks at what was said on the wire, and nothing else.
 */
import { z } from "zod";

import type { Evidence, Exchange } from "./collect.ts";
import type { NormalizedManifest } from "./package-manifest.ts";
import type { Outcome } from "./report.ts";

const MOST = 20;

/** Each check by its id. */
export const graders: Readonly<
  Record<string, (evidence: Evidence, manifest: NormalizedManifest) => readonly string[]>
> = {
  "runtime.reward_well_formed": rewardProblems,
  "runtime.observation_schema": observationProblems,
  "runtime.state_contract": stateProblems,
};

export function outcomeOf(problems: readonly string[], { exchanges }: Evidence): Outcome {
  if (!exchanges.some(({ operation }) => operation === "step"))
    return { status: "skip", evidence: ["no step was observed: the episode was over after its reset"] };
  const measured = { exchanges: exchanges.length };
  if (problems.length === 0) return { status: "pass", measured, evidence: ["the observed episode holds to it"] };
  return {
    status: "fail",
    measured,
    evidence: problems.slice(0, MOST),
    remediation: "Correct what the environment answers.",
  };
}

function rewardProblems({ exchanges }: Evidence, { reward: { range } }: NormalizedManifest): readonly string[] {
  const [low, high] = range;
  return results(exchanges).flatMap(({ operation, data }, index) => {
    if (!("reward" in data)) return [`result ${index}: there is no reward`];
    const { reward } = data;
    if (reward === null && operation === "reset") return [];
    if (typeof reward === "number" && reward >= low && reward <= high) return [];
    return [`result ${index}: the reward ${JSON.stringify(reward)} is no number from ${low} to ${high}`];
  });
}

function observationProblems({ exchanges, schema }: Evidence): readonly string[] {
  const step = validatorOf(schema["observation"]);
  const reset = "reset_observation" in schema ? validatorOf(schema["reset_observation"]) : step;
  if (typeof step === "string") return [`the schema of the observation: ${step}`];
  if (typeof reset === "string") return [`the schema of the observation of a reset: ${reset}`];
  return results(exchanges).flatMap(({ operation, data }, index) => {
    const { observation, done, reward } = data;
    if (typeof observation !== "object" || observation === null || typeof done !== "boolean" || !("reward" in data))
      return [`result ${index}: it is not observation, reward and done`];
    const whole = { ...observation, done, reward };
    const parsed = (operation === "reset" ? reset : step).safeParse(whole);
    if (parsed.success) return [];
    return parsed.error.issues.map(
      ({ path, message }) => `result ${index}: ${path.join(".") || "observation"}: ${message}`,
    );
  });
}

/** What is checked with it, or why it cannot be. */
function validatorOf(schema: unknown): z.ZodType | string {
  if (JSON.stringify(schema).match(/"\$(?:dynamicR|r)ef":"(?!#)/) !== null) return "it refers to another document";
  try {
    return z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  } catch (error) {
    return (error as Error).message;
  }
}

function stateProblems({ exchanges }: Evidence): readonly string[] {
  const problems: string[] = [];
  let episode: unknown;
  let steps = 0;
  for (const { operation, request, data } of exchanges) {
    if (operation === "reset") {
      episode = (request["data"] as Readonly<Record<string, unknown>>)["episode_id"];
      steps = 0;
    } else if (operation === "step") steps += 1;
    else {
      const { episode_id, step_count } = data;
      if (episode_id !== episode) problems.push(`after ${steps} steps episode_id is ${JSON.stringify(episode_id)}`);
      if (step_count !== steps) problems.push(`after ${steps} steps step_count is ${JSON.stringify(step_count)}`);
    }
  }
  return problems;
}

function results(exchanges: readonly Exchange[]): readonly Exchange[] {
  return exchanges.filter(({ operation }) => operation !== "state");
}
