/**
 * Generates, builds and serves, and does what is needed of that again on every change.
 */
import { existsSync, readFileSync, watch, type FSWatcher } from "node:fs";
import { join, resolve } from "node:path";
import { isEnvironmentFolder, watchEnvironments } from "@openenv/codegen";

import type { Invocation } from "../command/command.ts";
import { ownCommand } from "../support/own-command.ts";
import { detectPackageManager } from "../support/package-manager.ts";
import { endProgram, runProgram } from "../support/program.ts";
import { CommandFailure } from "../terminal/failure.ts";
import { serverCommand, serverFlags, type ServeOptions } from "./server-source.ts";
import { startServer, type StartedServer } from "./started-server.ts";

/** Editors write a file in several steps, milliseconds apart. */
const SETTLE_MS = 80;

export async function dev(invocation: Invocation<ServeOptions>): Promise<void> {
  const { args, signal, cwd, terminal } = invocation;
  const folder = resolve(cwd, args[0] ?? ".");
  if (!(await isEnvironmentFolder(folder))) {
    throw new CommandFailure(`${folder} is no environment: it has no openenv.yaml with a schema.ts.`, {
      next: "Name the folder of one, or start one: openenv init my-env",
      code: "NO_ENVIRONMENT",
    });
  }
  const loop = new DevLoop(folder, invocation);
  using schemas = watchEnvironments([folder], () => loop.want("generate"));
  using sources = watchSources(folder, () => loop.want("build"));
  void [schemas, sources];
  loop.want("generate");
  await new Promise<void>((done) => {
    signal.addEventListener("abort", () => done(), { once: true });
    if (signal.aborted) done();
  });
  await loop.end();
  terminal.note("Stopped.");
}

type Stage = "generate" | "build";

/** One change at a time; changes that come meanwhile are one more. */
class DevLoop {
  readonly #folder: string;
  readonly #invocation: Invocation<ServeOptions>;
  #wanted: Stage | undefined;
  #running: Promise<void> | undefined;
  #server: StartedServer | undefined;
  #ended = false;

  constructor(folder: string, invocation: Invocation<ServeOptions>) {
    this.#folder = folder;
    this.#invocation = invocation;
  }

  want(stage: Stage): void {
    if (this.#ended) return;
    this.#wanted = this.#wanted === "generate" ? "generate" : stage;
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
  }

  async end(): Promise<void> {
    this.#ended = true;
    await this.#running;
    await this.#endServer();
  }

  async #run(): Promise<void> {
    while (this.#wanted !== undefined && !this.#ended) {
      const stage = this.#wanted;
      this.#wanted = undefined;
      try {
        if (stage === "generate") await this.#step("generate", [...ownCommand(), "generate", this.#folder]);
        if (hasBuildScript(this.#folder)) {
          const manager = detectPackageManager(this.#folder);
          await this.#step("build", [...manager.run, "build"]);
        }
        if (!this.#ended) await this.#restart();
      } catch (error) {
        if (this.#ended) return;
        this.#tell(error as Error);
      }
    }
  }

  async #step(event: Stage, argv: readonly string[]): Promise<void> {
    const { terminal, signal } = this.#invocation;
    const { exitCode, stdout, stderr } = await runProgram(argv, { cwd: this.#folder, signal });
    if (exitCode !== 0) throw new CommandFailure(`${event}:\n${stdout}${stderr}`.trimEnd());
    terminal.event({ event: event === "build" ? "built" : "generated" });
    if (event === "generate") terminal.note(terminal.dim(stdout.trimEnd()));
  }

  async #restart(): Promise<void> {
    const { options, terminal, cwd } = this.#invocation;
    const { argv } = await serverCommand(this.#folder, options.runtime, cwd);
    await this.#endServer();
    const server = startServer([...argv, ...serverFlags(options)], cwd, terminal);
    this.#server = server;
    void this.#tellEnd(server);
  }

  async #tellEnd(server: StartedServer): Promise<void> {
    const failure = await server.ended;
    if (failure !== undefined && this.#server === server) this.#tell(failure);
  }

  async #endServer(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (server !== undefined) await endProgram(server.child);
  }

  #tell({ message }: Error): void {
    const { terminal } = this.#invocation;
    terminal.event({ event: "failed", message });
    terminal.note(`${terminal.red("failed")} ${message}`);
  }
}

function hasBuildScript(folder: string): boolean {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return false;
  const { scripts } = JSON.parse(readFileSync(file, "utf8")) as { scripts?: Record<string, string> };
  return scripts?.["build"] !== undefined;
}

/** The hand-written sources; what is generated changes with the schema. */
function watchSources(folder: string, onChange: () => void): Disposable {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watchers: FSWatcher[] = ["client/src", "server/src"]
    .map((path) => join(folder, path))
    .filter((path) => existsSync(path))
    .map((path) =>
      watch(path, { recursive: true }, (_event, name) => {
        if (name === null || /^gen(?:[/\\]|$)/.test(name)) return;
        clearTimeout(timer);
        timer = setTimeout(onChange, SETTLE_MS);
      }),
    );
  return {
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
