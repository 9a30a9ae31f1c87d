/**
 * `interop:serve --env NAME [--runtime bun|deno|node|node20|node24] [FLAG …]`: serves the twin of an environment of the
 * kit, by the program of its server package. The other flags are that program's: `--port`, `--max-concurrent-envs`,
 * `--mode`.
 */
import { chooseRuntime, serveProgram } from "openenv-scripts/serve-program.ts";
import process from "node:process";
import { parseArgs } from "node:util";
import { serverProgram, twinNames } from "./twins.ts";

const flag = { type: "string" } as const;
const { values } = parseArgs({
  options: { env: flag, runtime: flag, port: flag, "max-concurrent-envs": flag, mode: flag },
});
const { env: name, runtime = "bun", ...flags } = values;
const env = twinNames.find((each) => each === name);
if (env === undefined) {
  console.error(`--env must be one of ${twinNames.join(", ")}`);
  process.exit(2);
}
const passedOn = Object.entries(flags).map(([key, value]) => `--${key}=${value}`);
process.exitCode = await serveProgram(chooseRuntime(runtime), serverProgram(env), passedOn);
