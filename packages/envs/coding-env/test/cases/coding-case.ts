/** One thing that must hold on every runtime, over the wire. Knows no test framework. */
import { deepStrictEqual, ok } from "node:assert/strict";
import { CodingEnv } from "@openenv/coding-env";
import { slowdown } from "../harness/slowdown.ts";

export interface CodingCase {
  readonly title: string;
  readonly run: (bench: CaseBench) => Promise<void>;
}

export interface StepView {
  readonly stdout: string;
  readonly stderr: string;
  readonly exit_code: number;
  readonly reward: unknown;
}

/** How long a step may take on the servers under test: short enough to wait for, and longer where others use the cores. */
export const STEP_TIMEOUT_MS: number = Math.round(5000 * slowdown());

/** What a case works with: a server, a session that the cases share, and sessions of its own. */
export class CaseBench {
  readonly url: string;
  readonly #shared: CodingEnv;

  constructor(url: string, shared: CodingEnv) {
    this.url = url;
    this.#shared = shared;
  }

  /** Runs Python in the shared session; cases use names of their own. */
  python(code: string, session: CodingEnv = this.#shared): Promise<StepView> {
    return run(session, { code });
  }

  javascript(code: string, session: CodingEnv = this.#shared): Promise<StepView> {
    return run(session, { code, language: "javascript" });
  }

  /** A session of the case's own, reset. */
  async session(): Promise<CodingEnv> {
    const session = new CodingEnv({ baseUrl: this.url, messageTimeoutMs: 170_000 });
    await session.reset();
    return session;
  }
}

export async function run(
  session: CodingEnv,
  action: { readonly code: string; readonly language?: "python" | "javascript" },
): Promise<StepView> {
  const { observation, reward } = await session.step(action);
  return { ...observation, reward };
}

/** The code succeeded and wrote just this. */
export function wrote(view: StepView, stdout: string): void {
  deepStrictEqual(
    { stdout: view.stdout, stderr: view.stderr, exit_code: view.exit_code },
    { stdout, stderr: "", exit_code: 0 },
  );
}

/** The code failed, and said so. */
export function failed(view: StepView, stderr: RegExp, exitCode = 1): void {
  ok(
    stderr.test(view.stderr) && view.exit_code === exitCode,
    `expected exit code ${exitCode} and ${stderr}; got ${view.exit_code}, stdout ${JSON.stringify(view.stdout.slice(0, 300))}, stderr ${JSON.stringify(view.stderr.slice(-1500))}`,
  );
}
