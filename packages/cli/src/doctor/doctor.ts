/**
 * Looks for what the other commands need, and for what is wrong in a project.
 */
import { resolve } from "node:path";

import type { Invocation } from "../command/command.ts";
import { machineFindings } from "./machine.ts";
import type { Finding } from "./finding.ts";
import { projectFindings } from "./project.ts";

/** @returns 1 when something is wrong */
export async function doctor({ args, terminal, signal, cwd }: Invocation<object>): Promise<number> {
  using progress = terminal.progress("Looking around");
  const folder = resolve(cwd, args[0] ?? ".");
  const findings: readonly Finding[] = (await Promise.all([machineFindings(signal), projectFindings(folder)])).flat();
  progress.done();
  const ok = findings.every(({ status }) => status !== "wrong");
  terminal.result({ ok, findings });
  const marks = { ok: terminal.green("ok     "), missing: terminal.yellow("missing"), wrong: terminal.red("wrong  ") };
  for (const { status, name, found, next } of findings) {
    terminal.line(`${marks[status]}  ${name}: ${found}`);
    if (next !== undefined) terminal.line(`         ${next}`);
  }
  return ok ? 0 : 1;
}
