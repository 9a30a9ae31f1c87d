/** Two-way traffic with a child process: one JSON value a line, over its stdin and stdout. */

/** What a child says of its own accord. */
export interface ChildEvent {
  /** The server it is about, or −1 for the process itself. */
  readonly server: number;
  readonly event: string;
  readonly data: unknown;
}

/** The answer to a command. */
export interface ChildAnswer {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly name: string; readonly message: string; readonly code?: string };
}

export type ChildLine = ChildEvent | ChildAnswer;

/** What a child is told. */
export type ChildCommand = { readonly id: number } & (
  | { readonly command: "serve"; readonly server: number; readonly request: ServeRequest }
  | { readonly command: "close" | "log" | "active" | "settings"; readonly server: number }
  | { readonly command: "release"; readonly server: number; readonly gate: string }
  | { readonly command: "memory" }
);

/** Which environment to serve, and how. */
export interface ServeRequest {
  readonly environment: string;
  /** What the environment is to do. */
  readonly params: Readonly<Record<string, unknown>>;
  /** Of `serve`. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Environment variables. */
  readonly variables: Readonly<Record<string, string>>;
}

/** A line of a server's log. */
export interface LogLine {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  /** What was told with it, errors excepted. */
  readonly facts: Readonly<Record<string, unknown>>;
  /** The error that was logged, with its cause. */
  readonly error?: LoggedError;
}

export interface LoggedError {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
  readonly cause?: LoggedError;
}
