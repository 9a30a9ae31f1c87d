/** Counts of test results, read from what `bun test` and the suites' own runners print. Pure. */
import type { CommandResult } from "./run-command.ts";

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** Why, one entry for each skipped test. */
  readonly skipped: readonly string[];
}

export function sum(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((total, tally) => total + tally.passed, 0),
    failed: tallies.reduce((total, tally) => total + tally.failed, 0),
    skipped: tallies.flatMap((tally) => tally.skipped),
  };
}

/** Of `bun test`: counts from its closing lines, names of what was skipped from its JUnit report. */
export function tallyOfBunTest({ exitCode, output }: CommandResult, junit: string): Tally {
  const count = (word: string): number => Number(new RegExp(`^ *(\\d+) ${word}$`, "m").exec(output)?.[1] ?? 0);
  const skipped = [...junit.matchAll(/<testcase name="([^"]*)" classname="([^"]*)"[^>]*>\s*<skipped/g)].map(
    ([, name, group]) => unescapeXml(group === "" ? `${name}` : `${group} > ${name}`),
  );
  return atLeastOneFailure({ passed: count("pass"), failed: count("fail"), skipped }, exitCode);
}

/** Of a suite's own `run.ts`: it prints `skipped: NAME (REASON)` lines and closes with `N passed, N failed`. */
export function tallyOfSuite({ exitCode, output }: CommandResult): Tally {
  const closing = [...output.matchAll(/^(?:\w+: )?(\d+) passed, (\d+) failed/gm)].at(-1);
  const skipped = [...output.matchAll(/^skipped: (.*)$/gm)].map((match) => match[1] ?? "");
  if (closing === undefined) return { passed: 0, failed: 1, skipped };
  return atLeastOneFailure({ passed: Number(closing[1]), failed: Number(closing[2]), skipped }, exitCode);
}

/** The one line that closes a run; with `strict`, a skipped test counts as failed. */
export function closingLine({ passed, failed, skipped }: Tally, strict: boolean): string {
  if (strict) return `${passed} passed, ${failed + skipped.length} failed`;
  return `${passed} passed, ${failed} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ""}`;
}

/** A run that exits non-zero without a failed test crashed: that is a failure too. */
function atLeastOneFailure(tally: Tally, exitCode: number): Tally {
  return exitCode !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally;
}

function unescapeXml(text: string): string {
  const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? "");
}
