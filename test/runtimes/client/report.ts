/** How a runner tells its parent what became of each case: one line of JSON on stdout, whatever its framework prints. */
import process from "node:process";
import { type Api, describeApi } from "./api.ts";
import type { ClientCase } from "./client-cases.ts";

export type Report = { readonly name: string; readonly error: string | null } | { readonly api: Api };

/** What each line starts with. */
export const REPORT_MARK = "report: ";

/** Runs a case and tells of it. Rejects as the case does, so that the framework knows too. */
export async function reported(each: ClientCase): Promise<void> {
  try {
    await each.run();
    say({ name: each.name, error: null });
  } catch (error) {
    say({ name: each.name, error: error instanceof Error ? `${error.stack}` : String(error) });
    throw error;
  }
}

export async function reportApi(): Promise<void> {
  say({ api: await describeApi() });
}

function say(report: Report): void {
  process.stdout.write(`\n${REPORT_MARK}${JSON.stringify(report)}\n`);
}
