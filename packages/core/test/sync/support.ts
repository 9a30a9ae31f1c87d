/** What the cases of the blocking suite share. Runs on every runtime: no test framework here. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";

export type { ClientCase } from "../client/support.ts";

/** What `run` throws; it must throw. */
export function thrown(run: () => unknown): unknown {
  let value: unknown;
  try {
    value = run();
  } catch (error) {
    return error;
  }
  return assert.fail(`It returned ${JSON.stringify(value)} where it should have thrown.`);
}

/** As {@link thrown}, and checks the class. */
export function throws<E extends Error>(
  run: () => unknown,
  errorClass: abstract new (...args: never[]) => E,
  message?: RegExp,
): E {
  const error = thrown(run);
  assert.ok(error instanceof errorClass, `It threw ${String(error)}, not a ${errorClass.name}.`);
  if (message !== undefined) assert.match(error.message, message);
  return error;
}

/** The URL of a module of this folder, in the form that this runtime runs: the source, or what the build made of it. */
export function programUrl(name: string): URL {
  return new URL(`./${name}${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);
}

/** A program of this folder in a process of its own, on this runtime. */
export class Program implements AsyncDisposable {
  readonly #child: ChildProcess;
  readonly #exit: Promise<number | null>;
  #output = "";
  #onOutput: (() => void) | undefined;

  private constructor(child: ChildProcess) {
    this.#child = child;
    this.#exit = new Promise((resolve) => child.on("close", (code) => resolve(code)));
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.#output += text;
      this.#onOutput?.();
    });
  }

  static start(name: string, args: readonly string[], variables: NodeJS.ProcessEnv = {}): Program {
    const run = process.versions["deno"] === undefined ? [] : ["run", "-A"];
    return Program.run([...run, fileURLToPath(programUrl(name)), ...args], variables);
  }

  /** Starts this runtime with a command line of its own. */
  static run(args: readonly string[], variables: NodeJS.ProcessEnv = {}): Program {
    const env = { ...process.env, ...variables };
    return new Program(spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", "inherit"] }));
  }

  /** The first line that it prints. */
  async firstLine(): Promise<string> {
    while (!this.#output.includes("\n")) {
      const printed = new Promise<"printed">((resolve) => {
        this.#onOutput = () => resolve("printed");
      });
      const code = await Promise.race([printed, this.#exit]);
      if (code !== "printed") throw new Error(`It ended with ${code} before it printed a line.`);
    }
    return this.#output.slice(0, this.#output.indexOf("\n"));
  }

  /** Waits for its end. */
  async end(): Promise<{ readonly code: number | null; readonly output: string }> {
    const code = await this.#exit;
    return { code, output: this.#output };
  }

  /** Ends it: these programs end with their input. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.stdin?.end();
    await this.#exit;
  }
}

/** A server in another process: a blocked thread cannot answer itself. */
export interface ServerProcess extends AsyncDisposable {
  readonly url: string;
}

async function listening(program: Program): Promise<ServerProcess> {
  const url = await program.firstLine();
  return { url, [Symbol.asyncDispose]: () => program[Symbol.asyncDispose]() };
}

/** A server that does what the action says: see `puppet-server.ts`. */
export function startPuppet(): Promise<ServerProcess> {
  return listening(Program.start("puppet-server", []));
}

/** A real server of the counter environment. */
export function startCounter(options: object = {}): Promise<ServerProcess> {
  return listening(Program.start("counter-server", [JSON.stringify(options)]));
}

/** A real server of the quiz, which has tasks. */
export function startQuiz(options: object = {}): Promise<ServerProcess> {
  return listening(Program.start("quiz-server", [JSON.stringify(options)]));
}
