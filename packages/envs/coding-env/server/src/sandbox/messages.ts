/**
 * What a server and one of its sandbox workers say to each other. Types only. Guest code has no part in it: it cannot
 * reach the channel, and whatever it writes is the text inside an `output`.
 */

/** The languages of the `language` field of an action. */
export type Language = "python" | "javascript";

/** How a worker sets itself up. */
export interface WorkerSettings {
  readonly languages: readonly Language[];
  /** Wheels to install, as absolute paths. */
  readonly wheels: readonly string[];
  /** Most WebAssembly memory of the Python interpreter, and of the JavaScript one. */
  readonly memoryBytes: number;
  /** Most that files in the interpreter's own file system may hold. */
  readonly fileBytes: number;
  /** Most bytes of each of stdout and stderr that one step returns. */
  readonly outputBytes: number;
}

/** To a worker. `boot` is the first, and comes once. */
export type HostMessage =
  | {
      readonly type: "boot";
      readonly settings: WorkerSettings;
      /** The memory of a started interpreter; without it Python starts from nothing. */
      readonly snapshot?: Uint8Array | undefined;
      /** Asks for a snapshot in `ready`. */
      readonly makeSnapshot: boolean;
    }
  | { readonly type: "run"; readonly language: Language; readonly code: string };

/** How a run ended that did not end the interpreter. */
export interface RunResult {
  readonly exitCode: number;
  /** The code did not compile. */
  readonly syntaxError: boolean;
  /** Bytes left out of each stream. */
  readonly omitted: { readonly stdout: number; readonly stderr: number };
}

/** From a worker. */
export type WorkerMessage =
  | { readonly type: "ready"; readonly snapshot?: Uint8Array | undefined }
  /** The worker could not start. */
  | { readonly type: "failed"; readonly message: string }
  /** Sent while the code runs, so that what it wrote before a timeout is not lost. */
  | { readonly type: "output"; readonly stream: "stdout" | "stderr"; readonly text: string }
  | { readonly type: "done"; readonly result: RunResult }
  /** The interpreter cannot be used again: it broke out, crashed, or ended itself. */
  | { readonly type: "lost"; readonly exitCode: number; readonly reason: string };
