/**
 * A runtime with the fixture program in it (fixture/main.ts): serves any of the fixture environments with any options,
 * as many at once as asked for, so that a case does not pay for a process.
 */
import { commandLine, envFor, type Runtime } from "openenv-scripts/runtimes.ts";
import { join } from "node:path";
import type { ChildAnswer, ChildCommand, ChildEvent, ChildLine, LogLine, ServeRequest } from "./json-lines.ts";

/** How to serve an environment; all parts are optional. */
export type ServeOptions = Partial<Omit<ServeRequest, "environment">>;

type CommandBody = ChildCommand extends infer C ? (C extends ChildCommand ? Omit<C, "id"> : never) : never;

export class FixtureProcess implements AsyncDisposable {
  readonly runtime: Runtime;
  /** Options that every server has unless a case says otherwise. */
  readonly #defaults: ServeRequest["options"];
  readonly #child: Bun.Subprocess<"pipe", "pipe", "pipe">;
  readonly #answers = new Map<number, (answer: ChildAnswer) => void>();
  readonly #servers = new Map<number, FixtureServer>();
  /** What the process said of itself, unhandled rejections and the like, and all that it wrote to stderr. */
  #complaints: string[] = [];
  #lastId = 0;
  /** Set when the process has ended by itself, or was ended by a test runner that gave a case up. */
  #ended: string | undefined;

  private constructor(runtime: Runtime, defaults: ServeRequest["options"]) {
    this.runtime = runtime;
    this.#defaults = defaults;
    const file = join(import.meta.dirname, "../fixture/main.ts");
    this.#child = Bun.spawn(commandLine(runtime, file), {
      env: envFor(runtime.name),
      stdin: "pipe",
      stdout: "pipe",
      stderr: "pipe",
    });
    void this.#readOutput();
    void this.#readErrors();
  }

  static async start(runtime: Runtime, defaults: ServeRequest["options"] = {}): Promise<FixtureProcess> {
    const fixture = new FixtureProcess(runtime, defaults);
    await fixture.memory();
    return fixture;
  }

  get pid(): number {
    return this.#child.pid;
  }

  /**
   * Serves an environment; sessions without limit unless `options` has a `maxConcurrentEnvs`, also an undefined one.
   *
   * Rejects with the error of `serve`, its name and code kept.
   */
  async serve(environment: string, options: ServeOptions = {}): Promise<FixtureServer> {
    const id = this.#servers.size + 1;
    const server = new FixtureServer(this, id);
    this.#servers.set(id, server);
    const request = {
      environment,
      params: options.params ?? {},
      // A case that fails must not wait for a gate that nobody opens.
      options: { maxConcurrentEnvs: -1, closeTimeoutMs: 1000, ...this.#defaults, ...options.options },
      variables: options.variables ?? {},
    };
    server.url = (await this.command({ command: "serve", server: id, request })) as string;
    return server;
  }

  get ended(): boolean {
    return this.#ended !== undefined;
  }

  /** What went wrong in the process since this was last asked. */
  takeComplaints(): readonly string[] {
    return this.#complaints.splice(0);
  }

  /** Bytes that the process holds. */
  async memory(): Promise<number> {
    return (await this.command({ command: "memory" })) as number;
  }

  async command(body: CommandBody): Promise<unknown> {
    if (this.#ended !== undefined) throw new Error(this.#ended);
    const id = (this.#lastId += 1);
    const answered = new Promise<ChildAnswer>((resolve) => this.#answers.set(id, resolve));
    void this.#child.stdin.write(`${JSON.stringify({ id, ...body })}\n`);
    await this.#child.stdin.flush();
    const { result, error } = await answered;
    if (error === undefined) return result;
    throw Object.assign(new Error(error.message), { name: error.name, code: error.code });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#child.exited;
  }

  async #readOutput(): Promise<void> {
    const decoder = new TextDecoder();
    let rest = "";
    for await (const chunk of this.#child.stdout) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) this.#take(JSON.parse(line) as ChildLine);
    }
    this.#ended = `${this.runtime.name} ended: ${this.#complaints.join("")}`;
    for (const [id, resolve] of this.#answers) resolve({ id, error: { name: "Error", message: this.#ended } });
    this.#answers.clear();
  }

  #take(line: ChildLine): void {
    if ("id" in line) {
      this.#answers.get(line.id)?.(line);
      this.#answers.delete(line.id);
    } else if (line.server < 0) {
      this.#complaints.push(`${line.event}: ${String(line.data)}`);
    } else {
      this.#servers.get(line.server)?.happened(line);
    }
  }

  async #readErrors(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const chunk of this.#child.stderr) this.#complaints.push(decoder.decode(chunk, { stream: true }));
  }
}

/** One server in the process. */
export class FixtureServer implements AsyncDisposable {
  url = "";
  readonly #fixture: FixtureProcess;
  readonly #id: number;
  /** Events nobody has waited for yet, and waiters whose event has not come. */
  readonly #happened = new Map<string, unknown[]>();
  readonly #waiting = new Map<string, ((data: never) => void)[]>();
  #closed: Promise<unknown> | undefined;

  constructor(fixture: FixtureProcess, id: number) {
    this.#fixture = fixture;
    this.#id = id;
  }

  /** The next event of that name which no other call was given. Events of environments are in fixture/link.ts. */
  event<T>(name: string): Promise<T> {
    const [first] = this.#happened.get(name)?.splice(0, 1) ?? [];
    if (first !== undefined) return Promise.resolve(first as T);
    return new Promise((resolve) => this.#waiting.set(name, [...(this.#waiting.get(name) ?? []), resolve]));
  }

  /** How many events of that name nobody has waited for. */
  unread(name: string): number {
    return this.#happened.get(name)?.length ?? 0;
  }

  happened({ event, data }: ChildEvent): void {
    const waiter = this.#waiting.get(event)?.shift() as ((data: unknown) => void) | undefined;
    if (waiter === undefined) this.#happened.set(event, [...(this.#happened.get(event) ?? []), data ?? null]);
    else waiter(data);
  }

  /** Lets pass whoever waits at a gate of this name, and whoever comes later. */
  async release(gate: string): Promise<void> {
    await this.#fixture.command({ command: "release", server: this.#id, gate });
  }

  /** Sessions in use. */
  async active(): Promise<number> {
    return (await this.#fixture.command({ command: "active", server: this.#id })) as number;
  }

  async log(): Promise<readonly LogLine[]> {
    return (await this.#fixture.command({ command: "log", server: this.#id })) as readonly LogLine[];
  }

  async settings(): Promise<Readonly<Record<string, unknown>>> {
    return (await this.#fixture.command({ command: "settings", server: this.#id })) as Record<string, unknown>;
  }

  close(): Promise<unknown> {
    return (this.#closed ??= this.#fixture.command({ command: "close", server: this.#id }));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const byTest = this.#closed !== undefined;
    try {
      await this.close();
    } catch (error) {
      // Whoever closed it before has seen the failure.
      if (!byTest) throw error;
    }
  }
}
