/** Runs the cases on whatever runtime runs this, and prints one line of JSON for each. Its argument is the setup. */
import process from "node:process";
import { smokeCases, type SmokeSetup } from "./cases.ts";

const setup = JSON.parse(process.argv[2] ?? "") as SmokeSetup;
for (const { title, run, docker = false } of smokeCases) {
  if (docker && setup.docker === null) continue;
  let error: string | null = null;
  try {
    await run(setup);
  } catch (caught) {
    error = caught instanceof Error ? (caught.stack ?? caught.message) : String(caught);
  }
  process.stdout.write(`${JSON.stringify({ title, error })}\n`);
}
