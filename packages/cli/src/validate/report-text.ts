/**
 * Reports for people.
 */
import type { Terminal } from "../terminal/terminal.ts";
import type { PackageReport } from "./local/report.ts";
import type { ServerReport } from "./server/server-report.ts";

const WIDTH = 6;

export function packageReportText(
  { target, policy_version, results, verdict }: PackageReport,
  terminal: Terminal,
): string {
  const lines: string[] = [];
  for (const { check_id, status, evidence, remediation, duration_s } of results) {
    if (status === "skip") continue;
    lines.push(`  ${mark(status, terminal)} ${check_id}  ${terminal.dim(`${duration_s.toFixed(2)} s`)}`);
    if (status === "pass") continue;
    const told = remediation === null ? evidence : [...evidence, remediation];
    lines.push(...told.map((text) => `         ${text}`));
  }
  return [
    `${target}  policy ${policy_version}`,
    ...lines,
    ...skipLines(results, terminal),
    `Verdict: ${mark(verdict, terminal).trim()}`,
  ].join("\n");
}

/** One line for all that were skipped for one reason. */
function skipLines(results: PackageReport["results"], terminal: Terminal): string[] {
  const byReason = new Map<string, string[]>();
  for (const { check_id, status, evidence } of results) {
    if (status !== "skip") continue;
    const reason = evidence.join(" ");
    byReason.set(reason, [...(byReason.get(reason) ?? []), check_id]);
  }
  return [...byReason].map(([reason, ids]) => `  ${mark("skip", terminal)} ${ids.join(" ")}\n         ${reason}`);
}

export function serverReportText({ target, mode, criteria, passed }: ServerReport, terminal: Terminal): string {
  const lines = criteria.flatMap((criterion) => {
    const status = criterion.passed ? "pass" : criterion.required ? "fail" : "warn";
    const { details, expected, actual } = criterion;
    const told = [
      ...(details === undefined ? [] : [details]),
      ...(expected === undefined ? [] : [`expected ${JSON.stringify(expected)}`]),
      ...(actual === undefined ? [] : [`actual   ${JSON.stringify(actual)}`]),
    ];
    return [
      `  ${mark(status, terminal)} ${criterion.id}`,
      ...(criterion.passed ? [] : told.map((line) => `         ${line}`)),
    ];
  });
  return [`${target}  ${mode}`, ...lines, `Verdict: ${mark(passed ? "pass" : "fail", terminal).trim()}`].join("\n");
}

function mark(status: string, terminal: Terminal): string {
  const text = status.toUpperCase().padEnd(WIDTH);
  if (status === "pass") return terminal.green(text);
  return status === "fail" || status === "error" ? terminal.red(text) : terminal.yellow(text);
}
