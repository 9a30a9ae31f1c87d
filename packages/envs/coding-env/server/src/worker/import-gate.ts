/**
 * The wall of the Python sandbox. Guest code is WebAssembly: all it can do outside its own memory is to call the
 * functions that its module imports. While Pyodide starts, they work; once the gate is shut, those that lead to
 * JavaScript, the network or the host are gone, however the guest gets at them: `ctypes`, `dlsym`, objects found by the
 * garbage collector or a memory error in CPython all end here.
 */
import { openImports, refusedCalls } from "./open-imports.ts";
import { limitMemory } from "./wasm-memory-limit.ts";

/** Thrown through the guest when it calls what is shut; its interpreter is not used again. */
export class SandboxBreachError extends Error {
  override readonly name = "SandboxBreachError";
  readonly importName: string;

  constructor(importName: string) {
    super(`The code reached for what the sandbox has shut (${importName}).`);
    this.importName = importName;
  }
}

type HostFunction = (...values: readonly unknown[]) => unknown;

/** Functions that stand in for an import from the start, such as the one that sleeps. */
export type ImportReplacements = Readonly<Record<string, HostFunction>>;

/** One gate for one interpreter. */
export class ImportGate {
  /** The first breach, which ends the interpreter even where something in between swallowed the exception. */
  breach: SandboxBreachError | undefined;
  #shut = false;
  readonly #replacements: ImportReplacements;

  constructor(replacements: ImportReplacements) {
    this.#replacements = replacements;
  }

  shut(): void {
    this.#shut = true;
  }

  /**
   * Runs `start`, which instantiates the interpreter's module, with every import of that module going through this gate
   * and its memory limited.
   */
  async around<T>(memoryLimitBytes: number, start: () => Promise<T>): Promise<T> {
    const original = WebAssembly.instantiate.bind(WebAssembly);
    let guarded = 0;
    const instantiate = async (source: BufferSource, imports?: WebAssembly.Imports): Promise<unknown> => {
      if (imports?.["env"] === undefined) return original(source, imports);
      guarded += 1;
      this.#guard(imports);
      return original(limitMemory(toBytes(source), memoryLimitBytes), imports);
    };
    const target = WebAssembly as unknown as { instantiate: unknown; instantiateStreaming: unknown };
    const streaming = target.instantiateStreaming;
    target.instantiate = instantiate;
    target.instantiateStreaming = undefined;
    try {
      const started = await start();
      if (guarded !== 1) throw new Error(`The interpreter's module was expected once and came ${guarded} times.`);
      return started;
    } finally {
      target.instantiate = original;
      target.instantiateStreaming = streaming;
    }
  }

  /** Changes the imports in place: modules that are linked later, and tables of functions, take them from there. */
  #guard(imports: WebAssembly.Imports): void {
    for (const functions of new Set(Object.values(imports))) {
      for (const [name, value] of Object.entries(functions)) {
        const replacement = this.#replacements[name];
        if (replacement !== undefined) functions[name] = replacement;
        else if (!openImports.has(name) && isCallable(value)) functions[name] = this.#door(name, value);
      }
    }
  }

  #door(name: string, value: HostFunction | WebAssembly.ImportValue): WebAssembly.ImportValue {
    const refused = refusedCalls.get(name);
    // A suspending import cannot be wrapped; nothing of ours suspends, so it is shut from the start.
    const original: HostFunction = typeof value === "function" ? (value as HostFunction) : () => this.#refuse(name);
    const door: HostFunction = (...values) => {
      if (!this.#shut) return original(...values);
      return refused ?? this.#refuse(name);
    };
    // Emscripten keeps a function's signature and its like on the function.
    return Object.assign(door, original);
  }

  #refuse(name: string): never {
    this.breach ??= new SandboxBreachError(name);
    throw this.breach;
  }
}

function isCallable(value: WebAssembly.ImportValue): value is WebAssembly.ImportValue & HostFunction {
  return typeof value === "function" || Object.prototype.toString.call(value) === "[object WebAssembly.Suspending]";
}

function toBytes(source: BufferSource): Uint8Array {
  return source instanceof ArrayBuffer
    ? new Uint8Array(source)
    : new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
}
