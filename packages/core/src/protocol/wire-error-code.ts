/** The error codes of `/ws` (PROTOCOL §2.5). */

/** All seven codes, in the order of the reference. */
export const WIRE_ERROR_CODES = [
  "INVALID_JSON",
  "UNKNOWN_TYPE",
  "VALIDATION_ERROR",
  "EXECUTION_ERROR",
  "CAPACITY_REACHED",
  "FACTORY_ERROR",
  "SESSION_ERROR",
] as const;

export type WireErrorCode = (typeof WIRE_ERROR_CODES)[number];
