/** The coding environment as it is served from a shell: its options come from the variables `CODING_…`. */
import process from "node:process";
import { codingEnvironment } from "./coding-environment.ts";
import type { CodingServer } from "./gen/index.ts";

const environment: CodingServer = codingEnvironment({
  // A server that is starting says so: it takes some seconds.
  log: (line) => process.stderr.write(`coding_env: ${line}\n`),
});

export default environment;
