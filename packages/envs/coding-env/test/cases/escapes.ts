/** Runs the attempts of both languages on one server, and looks for what must not come out. */
import { equal, ok } from "node:assert/strict";
import type { CodingEnv } from "@openenv/coding-env";
import { type CaseBench, type CodingCase, run, type StepView, wrote } from "./coding-case.ts";
import type { Escape } from "./escape.ts";
import { javascriptEscapes } from "./escapes-javascript.ts";
import { pythonEscapes } from "./escapes-python.ts";

/** What the server's process has in its environment and on its disk. */
export const canary = {
  variable: "CODING_CANARY",
  text: "canary-5d1f0c",
};

export const escapeCount: number = pythonEscapes.length + javascriptEscapes.length;

export const escapeCases: readonly CodingCase[] = [
  {
    title: `the sandbox holds against ${pythonEscapes.length} attempts in Python`,
    run: (bench) => attempt(bench, "python", pythonEscapes),
  },
  {
    title: `the sandbox holds against ${javascriptEscapes.length} attempts in JavaScript`,
    run: (bench) => attempt(bench, "javascript", javascriptEscapes),
  },
];

async function attempt(bench: CaseBench, language: "python" | "javascript", escapes: readonly Escape[]): Promise<void> {
  await using session: CodingEnv = await bench.session();
  const wrong: string[] = [];
  for (const escape of escapes) {
    const code = escape.code.replaceAll("CANARY_FILE", JSON.stringify(process.env["CODING_CANARY_FILE"] ?? "/nowhere"));
    const view = await run(session, { code, language });
    if (!held(escape, view)) wrong.push(`${escape.code}\n  gave ${JSON.stringify(view).slice(0, 600)}`);
  }
  equal(wrong.join("\n"), "");
  wrote(await bench.python("'still here'", session), "'still here'\n");
}

function held(escape: Escape, view: StepView): boolean {
  const { refused, breach, answers } = escape;
  if ((view.stdout + view.stderr).includes(canary.text)) return false;
  if (answers !== undefined) return view.exit_code === 0 && view.stdout === answers;
  ok(refused !== undefined || breach !== undefined, `${escape.code} has no expectation`);
  const isRefused = refused !== undefined && view.exit_code === 1 && refused.test(view.stderr);
  return isRefused || (breach !== undefined && view.exit_code === 137 && breach.test(view.stderr));
}
