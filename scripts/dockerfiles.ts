/** Writes the Dockerfile of every environment of this repository; with `--check` only says which differ. */
import { dockerfileOf } from "@openenv/core/providers";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
const check = process.argv.includes("--check");
let differ = 0;
for (const manifest of new Bun.Glob("packages/envs/*/openenv.yaml").scanSync(root)) {
  const folder = join(root, manifest, "..");
  const file = join(folder, "Dockerfile");
  const text = dockerfileOf(folder);
  if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
  differ += 1;
  console.log(`${check ? "differs" : "written"}: ${manifest.replace("openenv.yaml", "Dockerfile")}`);
  if (!check) writeFileSync(file, text);
}
process.exit(check && differ > 0 ? 1 : 0);
