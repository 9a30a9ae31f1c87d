/**
 * What a sandbox worker does, on whatever kind of channel: it starts its interpreters, then runs one step at a time.
 * It ends when the server ends it.
 */
import type { HostMessage, Language, WorkerMessage, WorkerSettings } from "../sandbox/messages.ts";
import { SandboxBreachError } from "./import-gate.ts";
import { type Interpreter, InterpreterLostError, LOST_EXIT_CODE } from "./interpreter.ts";
import { startJavaScript } from "./javascript.ts";
import { createOutput, type Output } from "./output.ts";
import { startPython } from "./python.ts";
import { strip } from "./realm.ts";

const encoder = new TextEncoder();

/** Gives the function that takes the server's messages, one when the one before is done. It never rejects. */
export function createWorkerLoop(post: (message: WorkerMessage) => void): (message: HostMessage) => Promise<void> {
  const interpreters = new Map<Language, Interpreter>();
  let output: Output | undefined;

  const boot = async (message: HostMessage & { type: "boot" }): Promise<void> => {
    const { settings } = message;
    output = createOutput(settings.outputBytes, (stream, text) => post({ type: "output", stream, text }));
    const snapshot = await start(interpreters, settings, message, output);
    strip();
    post({ type: "ready", snapshot });
  };

  return async (message) => {
    if (message.type === "run") {
      post(runStep(interpreters.get(message.language), message, output as Output));
      return;
    }
    await boot(message).catch((error: unknown) => post({ type: "failed", message: describe(error) }));
  };
}

async function start(
  interpreters: Map<Language, Interpreter>,
  settings: WorkerSettings,
  { snapshot, makeSnapshot }: HostMessage & { type: "boot" },
  output: Output,
): Promise<Uint8Array | undefined> {
  if (settings.languages.includes("javascript")) {
    interpreters.set("javascript", await startJavaScript(settings.memoryBytes, output));
  }
  if (!settings.languages.includes("python")) return undefined;
  const python = await startPython({ ...settings, snapshot, makeSnapshot }, output);
  interpreters.set("python", python.interpreter);
  return python.snapshot;
}

function runStep(
  interpreter: Interpreter | undefined,
  { code, language }: HostMessage & { type: "run" },
  output: Output,
): WorkerMessage {
  const { stdout, stderr } = output;
  stdout.begin();
  stderr.begin();
  let outcome: { readonly exitCode: number; readonly syntaxError: boolean };
  try {
    if (interpreter === undefined) {
      outcome = refuse(stderr, `This server does not run ${language}.`, false);
    } else if (code.isWellFormed()) {
      outcome = interpreter.run(code);
    } else {
      outcome = refuse(stderr, "SyntaxError: the code contains a lone surrogate, which no source file can.", true);
    }
  } catch (error) {
    stdout.end();
    stderr.end();
    const exitCode = error instanceof InterpreterLostError ? error.exitCode : LOST_EXIT_CODE;
    const known = error instanceof InterpreterLostError || error instanceof SandboxBreachError;
    return { type: "lost", exitCode, reason: known ? error.message : `The interpreter failed: ${describe(error)}.` };
  }
  return { type: "done", result: { ...outcome, omitted: { stdout: stdout.end(), stderr: stderr.end() } } };
}

function refuse(
  stderr: Output["stderr"],
  message: string,
  syntaxError: boolean,
): { readonly exitCode: number; readonly syntaxError: boolean } {
  stderr.write(encoder.encode(`${message}\n`));
  return { exitCode: 1, syntaxError };
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
