/** The kit's checks, run by one Python process for any number of servers (python/checker.py). */
import { PythonProcess } from "./python-process.ts";

export interface CheckedServer {
  readonly env: string;
  readonly mode: "simulation" | "production";
  readonly url: string;
  /** What the server runs with; at least 3. */
  readonly maxSessions: number;
}

export interface KitReport {
  /** Names of the checks that passed. */
  readonly passed: readonly string[];
  /** `NAME: why` of those that did not. */
  readonly failed: readonly string[];
}

export class KitChecker implements AsyncDisposable {
  readonly #process: PythonProcess;

  constructor(python: string) {
    this.#process = new PythonProcess(python, "checker.py");
  }

  /** Checks one server; one at a time. */
  async check({ env, mode, url, maxSessions }: CheckedServer): Promise<KitReport> {
    await this.#process.writeLine(`${env} ${mode} ${url} ${maxSessions}`);
    const passed: string[] = [];
    const failed: string[] = [];
    for (;;) {
      const line = await this.#process.readLine();
      if (line.startsWith("ok ")) passed.push(line.slice("ok ".length));
      else if (line.startsWith("not ok ")) failed.push(line.slice("not ok ".length));
      else if (/^\d+ passed, \d+ failed$/.test(line)) return { passed, failed };
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#process[Symbol.asyncDispose]();
  }
}
