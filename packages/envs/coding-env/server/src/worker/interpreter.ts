/** What both languages offer to the worker's loop. */

export interface Interpreter {
  /**
   * Runs one step to its end; what it writes goes to the worker's output.
   *
   * @throws InterpreterLostError when it cannot run another one
   */
  run(code: string): { readonly exitCode: number; readonly syntaxError: boolean };
}

/** Exit code of a step that took its interpreter with it: what a killed process gives. */
export const LOST_EXIT_CODE = 137;

/** The interpreter is gone, by a crash or of its own will. */
export class InterpreterLostError extends Error {
  override readonly name = "InterpreterLostError";
  readonly exitCode: number;

  constructor(message: string, exitCode: number = LOST_EXIT_CODE, cause?: unknown) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}
