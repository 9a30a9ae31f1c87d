/**
 * The JavaScript interpreter of a worker: QuickJS in WebAssembly. Guest code sees the language and `console`; the one
 * host function it can reach takes text to write.
 */
import variant from "@jitl/quickjs-wasmfile-release-sync";
import {
  newQuickJSWASMModuleFromVariant,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
  type QuickJSSyncVariant,
} from "quickjs-emscripten-core";
import { type Interpreter, InterpreterLostError } from "./interpreter.ts";
import { guestSource } from "./javascript-guest.ts";
import type { Output } from "./output.ts";

/** Of QuickJS's own stack: deep recursion is an `InternalError` of the guest's, well before the real stack ends. */
const STACK_BYTES = 256 * 1024;
const PAGE_BYTES = 65_536;
/** What the module asks for at least: 16 MiB. */
const INITIAL_PAGES = 256;

const encoder = new TextEncoder();

/**
 * Starts JavaScript; some milliseconds. `memoryBytes` is set on the WebAssembly memory: QuickJS's own `setMemoryLimit`
 * does not count what large strings take (seen with 0.32).
 */
export async function startJavaScript(memoryBytes: number, output: Output): Promise<Interpreter> {
  const maximum = Math.max(INITIAL_PAGES, Math.floor(memoryBytes / PAGE_BYTES));
  const wasmMemory = new WebAssembly.Memory({ initial: INITIAL_PAGES, maximum });
  const engine = await newQuickJSWASMModuleFromVariant(
    newVariant(variant as unknown as QuickJSSyncVariant, { wasmMemory }),
  );
  const runtime = engine.newRuntime();
  runtime.setMaxStackSize(STACK_BYTES);
  const context = runtime.newContext();
  return new ConfinedJavaScript(runtime, context, setUpGuest(context, output), output);
}

interface Guest {
  readonly show: QuickJSHandle;
  readonly explain: QuickJSHandle;
}

class ConfinedJavaScript implements Interpreter {
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #guest: Guest;
  readonly #output: Output;
  #steps = 0;

  constructor(runtime: QuickJSRuntime, context: QuickJSContext, guest: Guest, output: Output) {
    this.#runtime = runtime;
    this.#context = context;
    this.#guest = guest;
    this.#output = output;
  }

  run(code: string): { readonly exitCode: number; readonly syntaxError: boolean } {
    this.#steps += 1;
    const name = `<step-${this.#steps}>`;
    try {
      const compiled = this.#context.evalCode(code, name, { type: "global", compileOnly: true });
      if (compiled.error !== undefined) return { exitCode: this.#explain(compiled.error), syntaxError: true };
      compiled.value.dispose();
      return { exitCode: this.#evaluate(code, name), syntaxError: false };
    } catch (error) {
      throw new InterpreterLostError(
        error instanceof RangeError
          ? "The interpreter crashed: the code recursed too deeply inside it."
          : `The interpreter crashed: ${error instanceof Error ? error.message : String(error)}.`,
        undefined,
        error,
      );
    }
  }

  #evaluate(code: string, name: string): number {
    const result = this.#context.evalCode(code, name, { type: "global" });
    if (result.error !== undefined) return this.#explain(result.error);
    const failed = this.#runPendingJobs();
    if (failed !== undefined) {
      result.value.dispose();
      return this.#explain(failed);
    }
    return this.#showValue(result.value);
  }

  /** What is waited for by promises; the first error, when a job threw one. */
  #runPendingJobs(): QuickJSHandle | undefined {
    const result = this.#runtime.executePendingJobs();
    return result.error;
  }

  #showValue(value: QuickJSHandle): number {
    const promise = this.#context.getPromiseState(value);
    if (promise.type === "rejected") {
      value.dispose();
      return this.#explain(promise.error);
    }
    if (promise.type === "pending") {
      value.dispose();
      this.#output.stdout.write(encoder.encode("Promise { <pending> }\n"));
      return 0;
    }
    const shown = this.#context.callFunction(this.#guest.show, this.#context.undefined, promise.value);
    if (promise.notAPromise !== true) promise.value.dispose();
    value.dispose();
    if (shown.error !== undefined) return this.#explain(shown.error);
    shown.value.dispose();
    return 0;
  }

  #explain(error: QuickJSHandle): number {
    const explained = this.#context.callFunction(this.#guest.explain, this.#context.undefined, error);
    error.dispose();
    if (explained.error === undefined) {
      explained.value.dispose();
    } else {
      explained.error.dispose();
      this.#output.stderr.write(encoder.encode("Uncaught error that cannot be shown\n"));
    }
    return 1;
  }
}

function setUpGuest(context: QuickJSContext, output: Output): Guest {
  const write = context.newFunction("write", (stream, text) => {
    const target = context.getNumber(stream) === 2 ? output.stderr : output.stdout;
    target.write(encoder.encode(JSON.parse(context.getString(text)) as string));
  });
  const setUp = context.unwrapResult(context.evalCode(guestSource, "<sandbox>"));
  const guest = context.unwrapResult(context.callFunction(setUp, context.undefined, write));
  const functions = { show: context.getProp(guest, "show"), explain: context.getProp(guest, "explain") };
  for (const handle of [write, setUp, guest]) handle.dispose();
  return functions;
}
