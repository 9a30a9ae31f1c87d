/** Our generator: everything that `generate` does, from a schema to files that are compared with what is there. */
import { apply, diff, FolderStorage } from "@openenv/codegen";
import { planEnvironmentOf } from "./plan-environment-of.ts";
import { runGeneration } from "./run-generation.ts";

await runGeneration({
  prepare: (env) => env,
  generate: planEnvironmentOf,
  async write(folder, plan) {
    const storage = new FolderStorage(folder);
    await apply(await diff(plan, storage), storage);
  },
});
