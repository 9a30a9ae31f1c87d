/**
 * How a command ends when it does not succeed.
 */

export const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;
/** 128 + SIGINT, as shells say. */
export const EXIT_INTERRUPTED = 130;

export interface FailureOptions extends ErrorOptions {
  /** What to do now. */
  readonly next?: string | undefined;
  /** Default 1. */
  readonly exitCode?: number | undefined;
  /** For programs. Default `FAILED`. */
  readonly code?: string | undefined;
}

/** Something the user can do something about. */
export class CommandFailure extends Error {
  override readonly name: string = "CommandFailure";
  readonly next: string | undefined;
  readonly exitCode: number;
  readonly code: string;

  constructor(message: string, { next, exitCode = EXIT_FAILED, code = "FAILED", ...options }: FailureOptions = {}) {
    super(message, options);
    this.next = next;
    this.exitCode = exitCode;
    this.code = code;
  }
}

/** A command line that is not understood. */
export class UsageError extends CommandFailure {
  override readonly name = "UsageError";

  /** @param command whose help tells more */
  constructor(message: string, command?: string) {
    const help = command === undefined ? "openenv --help" : `openenv ${command} --help`;
    super(message, { next: `${help} shows what there is.`, exitCode: EXIT_USAGE, code: "USAGE" });
  }
}

/** What is told of any error: a failure of ours says what to do, another one what it is. */
export interface Told {
  readonly code: string;
  readonly message: string;
  readonly next: string | undefined;
  readonly exitCode: number;
}

export function tell(error: unknown): Told {
  if (error instanceof CommandFailure) {
    const { code, message, next, exitCode } = error;
    return { code, message, next, exitCode };
  }
  const { code, message } =
    error instanceof Error ? (error as NodeJS.ErrnoException) : { code: undefined, message: String(error) };
  const known = typeof code === "string" ? code : "FAILED";
  return {
    code: known,
    message: message + issuesOf(error, message),
    next: nextSteps[known] ?? ELSE,
    exitCode: EXIT_FAILED,
  };
}

/** What is wrong with an action and where, line by line, where the message does not say: Python's does not. */
function issuesOf(error: unknown, message: string): string {
  const { errors } = Object(error) as { errors?: unknown };
  const issues = Array.isArray(errors) ? (errors as readonly { loc?: readonly unknown[]; msg?: unknown }[]) : [];
  if (issues.some(({ msg }) => message.includes(String(msg)))) return "";
  return issues
    .map(({ loc = [], msg }) => `\n  ${loc.length === 0 ? "" : `${loc.join(".")}: `}${String(msg)}`)
    .join("");
}

/** What to do after an error of the system or of core, by its code. */
const nextSteps: Readonly<Record<string, string>> = {
  EACCES: "Choose a place that may be written to, or change its permissions.",
  EPERM: "Choose a place that may be written to, or change its permissions.",
  EROFS: "Choose a place that may be written to.",
  ENOSPC: "Make room on the disk.",
  CONNECTION_FAILED: "Is the server running, and is that its address? openenv serve",
  TIMEOUT: "Is the server busy? --timeout gives it more time, where a command has it.",
  CAPACITY_REACHED: "Try again when a session has ended, or serve with a higher --max-concurrent-envs.",
  TOOL_FAILED: "openenv call URL tools lists the tools that there are.",
  VALIDATION_ERROR: "openenv call URL schema shows what the server takes.",
};

const ELSE = "OPENENV_DEBUG=1 shows where it happened; openenv doctor checks this machine and this project.";
