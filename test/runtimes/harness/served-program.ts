/** The fixture program (fixture/program.ts) in a process: how it starts, what it prints, how it ends. */
import { commandLine, envFor, type Runtime } from "openenv-scripts/runtimes.ts";
import { join } from "node:path";
import type { RequirementId } from "../../conformance/requirements.ts";

/** One behaviour of a server as a program. It must pass on every runtime. */
export interface ProgramCase {
  readonly title: string;
  readonly verifies: readonly [RequirementId, ...RequirementId[]];
  run(host: ProgramHost): Promise<void>;
}

export interface ProgramHost {
  /** Starts the fixture program. The case ends it. */
  start(environment: string, options?: ProgramOptions): ServedProgram;
}

export interface ProgramOptions {
  readonly flags?: readonly string[];
  readonly params?: object;
  readonly variables?: Readonly<Record<string, string>>;
}

/** How a process ended. */
export interface ProgramEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class ServedProgram implements AsyncDisposable {
  readonly ended: Promise<ProgramEnd>;
  readonly #child: Bun.Subprocess<"ignore", "pipe", "pipe">;
  #lines: string[] = [];
  #stdout = "";
  #waiting: { readonly start: string; resolve(line: string): void; reject(error: Error): void }[] = [];

  constructor(runtime: Runtime, environment: string, options: ProgramOptions = {}) {
    const { flags = ["--port", "0"], params = {}, variables = {} } = options;
    const file = join(import.meta.dirname, "../fixture/program.ts");
    this.#child = Bun.spawn(commandLine(runtime, file, [environment, ...flags]), {
      env: { ...envFor(runtime.name), ...variables, FIXTURE_PARAMS: JSON.stringify(params) },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
    });
    this.ended = this.#end();
  }

  /** The rest of the next line that starts with these words and a space. Rejects when the program ends first. */
  line(start: string): Promise<string> {
    const index = this.#lines.findIndex((line) => line.startsWith(`${start} `));
    const [line] = index < 0 ? [] : this.#lines.splice(index, 1);
    if (line !== undefined) return Promise.resolve(line.slice(start.length + 1));
    return new Promise((resolve, reject) => this.#waiting.push({ start, resolve, reject }));
  }

  /** Where it listens. */
  async url(): Promise<string> {
    return (await this.line("serving")).replace(/^\S+ on /, "");
  }

  kill(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.ended;
  }

  async #end(): Promise<ProgramEnd> {
    const stderr = new Response(this.#child.stderr).text();
    await this.#readLines();
    await this.#child.exited;
    const { exitCode, signalCode } = this.#child;
    const end = { exitCode, signal: signalCode, stdout: this.#stdout, stderr: await stderr };
    for (const waiter of this.#waiting) waiter.reject(new Error(`It ended without "${waiter.start}": ${end.stderr}`));
    return end;
  }

  async #readLines(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of this.#child.stdout) {
      const text = decoder.decode(chunk, { stream: true });
      this.#stdout += text;
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#take(line);
    }
  }

  #take(line: string): void {
    const index = this.#waiting.findIndex(({ start }) => line.startsWith(`${start} `));
    const [waiter] = index < 0 ? [] : this.#waiting.splice(index, 1);
    if (waiter === undefined) this.#lines.push(line);
    else waiter.resolve(line.slice(waiter.start.length + 1));
  }
}
