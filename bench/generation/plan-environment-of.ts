/** Everything that `generate` does in memory, for one environment of the bench. */
import { planSource, type Plan } from "@openenv/codegen";
import type { BenchEnvironment } from "./environments.ts";

export function planEnvironmentOf({ name, action, observation, state }: BenchEnvironment): Plan {
  const { plan, diagnostics } = planSource({
    name,
    version: "1.0.0",
    description: "An environment of the bench",
    port: 8000,
    maxConcurrentEnvs: 8,
    origin: `${name}.schema.json`,
    action,
    observation,
    state,
    reset: { type: "object" },
    order: "canonical",
    published: true,
  });
  if (plan === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return plan;
}
