/**
 * Bundles a server and all it imports into one file, with Bun.
 */
import process from "node:process";

import { ProviderError } from "../../errors/provider-error.ts";
import { mustRun } from "../command.ts";
import { currentRuntime, findOnPath } from "../process/runtime-choice.ts";
import { Redactor } from "../redactor.ts";

/** @throws ProviderError with stage `setup` without Bun, with stage `build` and Bun's words when it cannot be bundled */
export async function bundleServer(
  entry: string,
  outFile: string,
  options: { readonly bun?: string | undefined; readonly signal: AbortSignal },
): Promise<void> {
  const bun = options.bun ?? (currentRuntime() === "bun" ? process.execPath : findOnPath("bun"));
  if (bun === undefined)
    throw new ProviderError("setup", `Bundling needs Bun, which is not on the PATH. Install it, or give its path.`);
  // Without white space there are no comments, and so no paths of this machine in it.
  const flags = ["--target=bun", "--minify-whitespace", "--minify-syntax", `--outfile=${outFile}`];
  await mustRun([bun, "build", entry, ...flags], {
    stage: "build",
    failure: `Cannot bundle ${entry}`,
    redactor: new Redactor([]),
    signal: options.signal,
    env: { ...process.env, BUN_BE_BUN: "1" },
  });
}
