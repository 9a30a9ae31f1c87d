/** Our generator: everything that `generate` does, from a schema to files that are compared with what is there. */
import { apply, diff, FolderStorage, planSource, type EnvironmentSource, type Plan } from "@openenv/codegen";
import type { BenchEnvironment } from "./environments.ts";
import { runGeneration } from "./run-generation.ts";

await runGeneration(generate, async (folder, plan) => {
  const storage = new FolderStorage(folder);
  await apply(await diff(plan, storage), storage);
});

function generate({ name, action, observation, state }: BenchEnvironment): Plan {
  const { plan, diagnostics } = planSource({
    name,
    version: "1.0.0",
    description: "An environment of the bench",
    port: 8000,
    maxConcurrentEnvs: 8,
    origin: `${name}.schema.json`,
    action: action as EnvironmentSource["action"],
    observation: observation as EnvironmentSource["observation"],
    state: state as EnvironmentSource["state"],
    reset: { type: "object" },
    order: "canonical",
    published: true,
  });
  if (plan === undefined) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return plan;
}
