/**
 * Failures that never travel on the wire: they are raised by this process about its own call, socket or settings.
 */
import { brandError, OpenEnvError } from "./openenv-error.ts";
import type { OpenEnvErrorOptions } from "./openenv-error.ts";

/** `CONNECTION_FAILED`: the socket could not be opened. Retryable. */
export class ConnectionFailedError extends OpenEnvError {
  constructor(message: string, options: OpenEnvErrorOptions = {}) {
    super("CONNECTION_FAILED", message, { retryable: true, ...options });
  }
  static {
    brandError(this, "ConnectionFailedError");
  }
}

/** `SCHEMA_MISMATCH`: the server has other schemas than the client. `details.places` has pointers to where they differ. */
export class SchemaMismatchError extends OpenEnvError {
  constructor(message: string, options: OpenEnvErrorOptions = {}) {
    super("SCHEMA_MISMATCH", message, options);
  }
  static {
    brandError(this, "SchemaMismatchError");
  }
}

/** `TIMEOUT`: no answer within the time allowed. The message names the option that sets it. */
export class TimeoutError extends OpenEnvError {
  constructor(message: string, options: OpenEnvErrorOptions = {}) {
    super("TIMEOUT", message, { retryable: true, ...options });
  }
  static {
    brandError(this, "TimeoutError");
  }
}

/**
 * `SESSION_LOST`: the socket, and with it the environment and its episode, is gone. A step is never replayed;
 * `reset()` starts a new session.
 */
export class SessionLostError extends OpenEnvError {
  constructor(message: string, options?: OpenEnvErrorOptions) {
    super("SESSION_LOST", message, options);
  }
  static {
    brandError(this, "SessionLostError");
  }
}

/** `TOOL_FAILED`: a call of a tool failed, or was refused. The session goes on. */
export class ToolError extends OpenEnvError {
  /** `execution_error`, `invalid_args`, `tool_not_found`, `timeout`, …; `undefined` where the server does not tell. */
  readonly errorType: string | undefined;

  constructor(message: string, errorType?: string, options?: OpenEnvErrorOptions) {
    super("TOOL_FAILED", message, options);
    this.errorType = errorType;
  }
  static {
    brandError(this, "ToolError");
  }
}

/** `CLIENT_CLOSED`: a call on a client after its `close()`. */
export class ClientClosedError extends OpenEnvError {
  constructor(message = "This client is closed. Make a new one to go on.", options?: OpenEnvErrorOptions) {
    super("CLIENT_CLOSED", message, options);
  }
  static {
    brandError(this, "ClientClosedError");
  }
}

/** `MESSAGE_TOO_LARGE`: a message is over a size limit. The message says whose limit, and which option raises it. */
export class MessageTooLargeError extends OpenEnvError {
  constructor(message: string, options?: OpenEnvErrorOptions) {
    super("MESSAGE_TOO_LARGE", message, options);
  }
  static {
    brandError(this, "MessageTooLargeError");
  }
}

/** `PROTOCOL_VIOLATION`: the peer sent something that PROTOCOL §2 does not allow. */
export class ProtocolViolationError extends OpenEnvError {
  constructor(message: string, options?: OpenEnvErrorOptions) {
    super("PROTOCOL_VIOLATION", message, options);
  }
  static {
    brandError(this, "ProtocolViolationError");
  }
}

/** `SERIALIZATION_FAILED`: a value cannot be written as JSON. `details.path` is where it stands. */
export class SerializationError extends OpenEnvError {
  constructor(message: string, options?: OpenEnvErrorOptions) {
    super("SERIALIZATION_FAILED", message, options);
  }
  static {
    brandError(this, "SerializationError");
  }
}

/** `INVALID_ARGUMENT`: a value given to this package is not allowed; `details.argument` names it. */
export class InvalidArgumentError extends OpenEnvError {
  constructor(argument: string, message: string, options: OpenEnvErrorOptions = {}) {
    super("INVALID_ARGUMENT", message, { ...options, details: { ...options.details, argument } });
  }
  static {
    brandError(this, "InvalidArgumentError");
  }
}

/** `SYNC_UNSUPPORTED`: a blocking caller asked for what can only be had without blocking. The message names it. */
export class SyncUnsupportedError extends OpenEnvError {
  constructor(message: string, options?: OpenEnvErrorOptions) {
    super("SYNC_UNSUPPORTED", message, options);
  }
  static {
    brandError(this, "SyncUnsupportedError");
  }
}

/** `CLIENT_IN_USE`: one client, or one start of a server, was to be used both blocking and not. */
export class ClientInUseError extends OpenEnvError {
  constructor(message: string, options?: OpenEnvErrorOptions) {
    super("CLIENT_IN_USE", message, options);
  }
  static {
    brandError(this, "ClientInUseError");
  }
}

/** `TASKS_UNSUPPORTED`: the server's environment has no tasks, or the server is older than the task API. */
export class TasksUnsupportedError extends OpenEnvError {
  constructor(reason: string, options?: OpenEnvErrorOptions) {
    super("TASKS_UNSUPPORTED", `This server has no tasks to choose from: ${reason}`, options);
  }
  static {
    brandError(this, "TasksUnsupportedError");
  }
}
