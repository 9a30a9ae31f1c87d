/** Servers of the original, all in one process (python/servers.py). */
import { PythonProcess } from "./python-process.ts";

/** An environment and its sessions at once, such as `echo:2`. */
export type ServerName = `${string}:${number}`;

export class PythonServers implements AsyncDisposable {
  readonly #process: PythonProcess;
  readonly #urls: ReadonlyMap<string, string>;

  private constructor(process: PythonProcess, urls: ReadonlyMap<string, string>) {
    this.#process = process;
    this.#urls = urls;
  }

  /** Resolves when all of them listen. */
  static async start(interpreter: string, names: readonly ServerName[]): Promise<PythonServers> {
    const process = new PythonProcess(interpreter, "servers.py", names);
    try {
      const urls = JSON.parse(await process.readLine()) as string[];
      return new PythonServers(process, new Map(names.map((name, index) => [name, urls[index] ?? ""])));
    } catch (error) {
      await process[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The URL of one of them. */
  url(name: string): string {
    const url = this.#urls.get(name);
    if (url === undefined) throw new Error(`${name} is not being served`);
    return url;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#process[Symbol.asyncDispose]();
  }
}
