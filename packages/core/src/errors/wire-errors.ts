/**
 * One class for each error code that travels on `/ws` (PROTOCOL §2.5). The same classes are thrown by an environment
 * server, sent as error frames and rebuilt by a client.
 */
import type { ValidationIssue } from "../protocol/validation-issue.ts";
import { brandError, OpenEnvError } from "./openenv-error.ts";
import type { OpenEnvErrorOptions } from "./openenv-error.ts";

/** An error that one end of a connection reported to the other. */
export class WireError extends OpenEnvError {
  static {
    brandError(this, "WireError");
  }
}

/** `INVALID_JSON`: the message was not JSON. The session goes on. */
export class InvalidJsonError extends WireError {
  constructor(message: string, options?: OpenEnvErrorOptions) {
    super("INVALID_JSON", message, options);
  }
  static {
    brandError(this, "InvalidJsonError");
  }
}

/** `UNKNOWN_TYPE`: the message had no `type`, or one the server does not know. The session goes on. */
export class UnknownTypeError extends WireError {
  constructor(message: string, options?: OpenEnvErrorOptions) {
    super("UNKNOWN_TYPE", message, options);
  }
  static {
    brandError(this, "UnknownTypeError");
  }
}

/** `VALIDATION_ERROR`: the envelope or the action does not fit. The session goes on, nothing was changed. */
export class ValidationError extends WireError {
  /** What is wrong and where; empty when the server did not say. */
  readonly errors: readonly ValidationIssue[];

  constructor(errors: readonly ValidationIssue[], message = "Invalid message", options: OpenEnvErrorOptions = {}) {
    super("VALIDATION_ERROR", message, { ...options, details: { ...options.details, errors } });
    this.errors = errors;
  }
  static {
    brandError(this, "ValidationError");
  }
}

/** `EXECUTION_ERROR`: the environment's own code failed, or what it returned cannot be sent. The session goes on. */
export class ExecutionError extends WireError {
  constructor(message: string, options?: OpenEnvErrorOptions) {
    super("EXECUTION_ERROR", message, options);
  }
  static {
    brandError(this, "ExecutionError");
  }
}

/** `CAPACITY_REACHED`: all sessions of the server are taken. Retryable: a slot may become free. */
export class CapacityReachedError extends WireError {
  /** Sessions in use, or `undefined` when the server did not say. */
  readonly activeSessions: number | undefined;
  /** The server's limit, or `undefined` when the server did not say. */
  readonly maxSessions: number | undefined;

  constructor(
    message: string,
    counts: { readonly activeSessions?: number | undefined; readonly maxSessions?: number | undefined } = {},
    options: OpenEnvErrorOptions = {},
  ) {
    super("CAPACITY_REACHED", message, {
      ...options,
      retryable: true,
      details: { ...options.details, active_sessions: counts.activeSessions, max_sessions: counts.maxSessions },
    });
    this.activeSessions = counts.activeSessions;
    this.maxSessions = counts.maxSessions;
  }
  static {
    brandError(this, "CapacityReachedError");
  }
}

/** `FACTORY_ERROR`: the environment could not be made, so no session started. */
export class FactoryError extends WireError {
  /** Name of the factory that failed, or `undefined` when the server did not say. */
  readonly factoryName: string | undefined;

  constructor(message: string, factoryName?: string, options: OpenEnvErrorOptions = {}) {
    super("FACTORY_ERROR", message, { ...options, details: { ...options.details, factory_name: factoryName } });
    this.factoryName = factoryName;
  }
  static {
    brandError(this, "FactoryError");
  }
}

/** `SESSION_ERROR`: the session cannot go on; the server closes the socket. */
export class SessionError extends WireError {
  constructor(message: string, options?: OpenEnvErrorOptions) {
    super("SESSION_ERROR", message, options);
  }
  static {
    brandError(this, "SessionError");
  }
}
