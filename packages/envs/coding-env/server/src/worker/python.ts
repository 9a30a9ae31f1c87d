/**
 * The Python interpreter of a worker: Pyodide, started from nothing or from a snapshot, then confined for good.
 */
/* oxlint-disable no-underscore-dangle -- the names are CPython's, as Emscripten gives them */
import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";
import { limitFiles } from "./file-quota.ts";
import { ImportGate } from "./import-gate.ts";
import { type Interpreter, InterpreterLostError } from "./interpreter.ts";
import type { Output } from "./output.ts";
import { PythonCalls } from "./python-calls.ts";
import { GUEST_MODULE, guestSource, SYNTAX_ERROR_FLAG } from "./python-guest.ts";
import type { Pyodide, PythonFunctions } from "./pyodide-module.ts";

const SITE_PACKAGES = "/lib/python3.14/site-packages";

export interface PythonOptions {
  readonly memoryBytes: number;
  readonly fileBytes: number;
  readonly wheels: readonly string[];
  readonly snapshot: Uint8Array | undefined;
  readonly makeSnapshot: boolean;
}

export interface StartedPython {
  readonly interpreter: Interpreter;
  readonly snapshot: Uint8Array | undefined;
}

/** Starts Python: some seconds from nothing, a tenth of that from a snapshot of the same runtime. */
export async function startPython(options: PythonOptions, output: Output): Promise<StartedPython> {
  const gate = new ImportGate({
    __syscall_poll: waitFor,
    // Pyodide's hook into `poll` for sockets; there are none.
    _maybe_poll_async: () => null,
    // Signals would come from JavaScript; there are none.
    _Py_CheckEmscriptenSignals_Helper: () => 0,
    proc_exit: endByCode,
    exit: endByCode,
    _abort_js: () => {
      throw new InterpreterLostError("The code aborted the interpreter.");
    },
  });
  const python = await gate.around(options.memoryBytes, () => load(options));
  if (options.snapshot === undefined) addGuest(python);
  // Before wheels: linked libraries are not part of a snapshot.
  const snapshot = options.makeSnapshot ? python.makeMemorySnapshot() : undefined;
  for (const wheel of options.wheels) {
    python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel", { extractDir: SITE_PACKAGES });
  }
  connectStreams(python, output);
  limitFiles(python.FS, options.fileBytes);

  const calls = new PythonCalls(python._module);
  limitRecursion(python._module);
  const guest = calls.importModule(GUEST_MODULE);
  calls.call(calls.attribute(guest, "confine"), "");
  const run = calls.attribute(guest, "run");
  gate.shut();
  return { interpreter: new ConfinedPython(calls, run, gate), snapshot };
}

class ConfinedPython implements Interpreter {
  readonly #calls: PythonCalls;
  readonly #run: number;
  readonly #gate: ImportGate;

  constructor(calls: PythonCalls, run: number, gate: ImportGate) {
    this.#calls = calls;
    this.#run = run;
    this.#gate = gate;
  }

  run(code: string): { readonly exitCode: number; readonly syntaxError: boolean } {
    let result: number;
    try {
      result = this.#calls.callForNumber(this.#run, code);
    } catch (error) {
      throw this.#gate.breach ?? (error instanceof InterpreterLostError ? error : crash(error));
    }
    if (this.#gate.breach !== undefined) throw this.#gate.breach;
    const syntaxError = result >= SYNTAX_ERROR_FLAG;
    return { exitCode: syntaxError ? result - SYNTAX_ERROR_FLAG : result, syntaxError };
  }
}

async function load(options: PythonOptions): Promise<Pyodide> {
  const python = await loadPyodide({
    env: { HOME: "/home/user", LANG: "C.UTF-8" },
    jsglobals: {},
    ...(options.snapshot !== undefined && { _loadSnapshot: options.snapshot }),
    ...(options.makeSnapshot && { _makeSnapshot: true }),
  });
  return python as unknown as Pyodide;
}

function addGuest(python: Pyodide): void {
  python.runPython(
    `import sys, types\nsys.modules["${GUEST_MODULE}"] = types.ModuleType("${GUEST_MODULE}")\n` +
      `exec(compile(${JSON.stringify(guestSource)}, "<sandbox>", "exec"), sys.modules["${GUEST_MODULE}"].__dict__)`,
  );
}

function connectStreams(python: Pyodide, output: Output): void {
  for (const [connect, stream] of [
    [python.setStdout, output.stdout],
    [python.setStderr, output.stderr],
  ] as const) {
    connect({
      write: (bytes) => {
        stream.write(bytes);
        return bytes.length;
      },
    });
  }
}

/** Of the stack in WebAssembly memory, which is what CPython can watch. */
const STACK_BYTES = 256 * 1024;

/**
 * Makes most recursion inside CPython a RecursionError before the machine's own stack is full. What needs hardly any
 * stack in WebAssembly memory, such as the `repr` of lists 100,000 deep, still costs the interpreter.
 */
function limitRecursion(functions: PythonFunctions): void {
  const start = functions._emscripten_stack_get_base() - STACK_BYTES;
  functions._PyUnstable_ThreadState_SetStackProtection(functions._PyThreadState_Get(), start, STACK_BYTES);
}

const never = new Int32Array(new SharedArrayBuffer(4));

/** `poll` without files is how the guest sleeps; the thread sleeps too, instead of turning in a loop. */
function waitFor(...values: readonly unknown[]): number {
  const [, count, milliseconds] = values as readonly number[];
  if (count === 0 && milliseconds !== undefined && milliseconds > 0) Atomics.wait(never, 0, 0, milliseconds);
  return 0;
}

function endByCode(code: unknown): never {
  throw new InterpreterLostError("The code ended the interpreter.", Number(code) & 0xff);
}

function crash(error: unknown): InterpreterLostError {
  const overflow = error instanceof RangeError || /stack/i.test(String(error));
  return new InterpreterLostError(
    overflow
      ? "The interpreter crashed: the code recursed too deeply inside it."
      : `The interpreter crashed: ${error instanceof Error ? error.message : String(error)}.`,
    undefined,
    error,
  );
}
