/** A Python program of test/interop/python: what it prints line by line, and its end. */
import { linesOf } from "./lines.ts";
import { pythonEnv, pythonProgram } from "./python.ts";

export class PythonProcess implements AsyncDisposable {
  readonly #child: Bun.Subprocess<"pipe", "pipe", "pipe">;
  readonly #lines: AsyncGenerator<string, void, undefined>;
  readonly #errors: Promise<string>;

  /** @param python the interpreter */
  constructor(python: string, program: string, args: readonly string[] = []) {
    this.#child = Bun.spawn([python, pythonProgram(program), ...args], {
      env: pythonEnv,
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
    });
    this.#lines = linesOf(this.#child.stdout);
    this.#errors = new Response(this.#child.stderr).text();
  }

  /**
   * The next line it prints.
   *
   * @throws Error with what it wrote to stderr when it has ended
   */
  async readLine(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done !== true) return value;
    throw new Error(`The Python program ended.\n${await this.#errors}`);
  }

  async writeLine(line: string): Promise<void> {
    void this.#child.stdin.write(`${line}\n`);
    await this.#child.stdin.flush();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#child.exited;
  }
}
