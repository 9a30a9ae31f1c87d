/** `@openenv/core/protocol`: the messages of the wire, without any I/O. */
export { checkEnvelope, isClientMessageType, isJsonObject } from "./client-message.ts";
export type {
  ClientMessage,
  ClientMessageType,
  CloseMessage,
  McpMessage,
  ResetMessage,
  StateMessage,
  StepMessage,
} from "./client-message.ts";
export { CloseCode, truncateCloseReason } from "./close-code.ts";
export { parseJson, stringifyJson } from "./json.ts";
export { toJsonValue } from "./json-value.ts";
export {
  CLIENT_MAX_MESSAGE_BYTES,
  MAX_ID_LENGTH,
  PING_INTERVAL_MS,
  PING_TIMEOUT_MS,
  SERVER_MAX_MESSAGE_BYTES,
} from "./limits.ts";
export { readResetBody, readStepBody, readTaskBody } from "./request-body.ts";
export type { StepRequest, TaskRequest } from "./request-body.ts";
export { encodeServerMessage, errorMessage, toErrorData } from "./server-message.ts";
export type { ErrorData, ObservationData, ServerMessage } from "./server-message.ts";
export { formatIssue } from "./validation-issue.ts";
export type { ValidationIssue } from "./validation-issue.ts";
export { WIRE_ERROR_CODES } from "./wire-error-code.ts";
export type { WireErrorCode } from "./wire-error-code.ts";
export { toValidationIssues } from "./zod-issues.ts";
