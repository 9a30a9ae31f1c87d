/**
 * Where the runtimes of this repository are. Loaded by name: the scripts are no part of this package's type check.
 */
export interface Runtime {
  readonly name: string;
  readonly path: string;
}

export interface Runtimes {
  findRuntime(name: string): Runtime | undefined;
  envFor(name: string): NodeJS.ProcessEnv;
  commandLine(runtime: Runtime, file: string): string[];
}

const file = new URL("../../../scripts/runtimes.ts", import.meta.url).href;

export const runtimes: Runtimes = (await import(file)) as Runtimes;
