/** Every error class of this package. */
export { OpenEnvError } from "./openenv-error.ts";
export type { OpenEnvErrorOptions } from "./openenv-error.ts";
export {
  CapacityReachedError,
  ExecutionError,
  FactoryError,
  InvalidJsonError,
  SessionError,
  UnknownTypeError,
  ValidationError,
  WireError,
} from "./wire-errors.ts";
export {
  ClientClosedError,
  ClientInUseError,
  ConnectionFailedError,
  InvalidArgumentError,
  MessageTooLargeError,
  ProtocolViolationError,
  SchemaMismatchError,
  SerializationError,
  SessionLostError,
  SyncUnsupportedError,
  TasksUnsupportedError,
  TimeoutError,
  ToolError,
} from "./local-errors.ts";
export { HarnessError } from "./harness-error.ts";
export { ProviderError } from "./provider-error.ts";
export type { ProviderStage } from "./provider-error.ts";
