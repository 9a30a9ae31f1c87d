/** What is generated: 40 environments, over the schemas that real servers publish. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { EnvironmentSource } from "@openenv/codegen";

export interface BenchEnvironment {
  /** `bench_7_env` */
  readonly name: string;
  readonly action: EnvironmentSource["action"];
  readonly observation: EnvironmentSource["observation"];
  readonly state: EnvironmentSource["state"];
}

const COUNT = 40;
const folder = join(import.meta.dirname, "../../packages/codegen/test/corpus/envs");

export function benchEnvironments(): BenchEnvironment[] {
  const files = readdirSync(folder).filter((name) => name.endsWith(".schema.json"));
  return Array.from({ length: COUNT }, (_, index) => {
    const file = files.toSorted()[index % files.length] ?? "";
    const parts = JSON.parse(readFileSync(join(folder, file), "utf8")) as Omit<BenchEnvironment, "name">;
    return { ...parts, name: `bench_${index}_env` };
  });
}
