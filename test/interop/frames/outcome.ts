/** What an answer says, as far as two servers can be compared. */
import { parseJson } from "@openenv/core/protocol";
import type { Answer } from "../harness/raw-socket.ts";

/** One mistake that a server found in a message. */
export interface Issue {
  readonly type: string;
  readonly loc: readonly (string | number)[];
}

export interface Outcome {
  /** All of it in one line: `error VALIDATION_ERROR int_type@delta`, `state {…}`, `close 1000`. */
  readonly text: string;
  /** The `code` of an error. */
  readonly code: string | undefined;
  readonly issues: readonly Issue[];
}

/** Ids that a server makes up. */
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

/** Leaves out the wording of messages. */
export function outcomeOf(answer: Answer): Outcome {
  if ("close" in answer) return { text: `close ${answer.close}`, code: undefined, issues: [] };
  const { type, data = {} } = parseJson(answer.text) as { type: string; data?: Record<string, unknown> };
  if (type === "error") return errorOutcome(String(data["code"]), (data["errors"] ?? []) as Issue[]);
  const rpcError = type === "mcp" ? (data["error"] as { code: number } | undefined) : undefined;
  const text =
    rpcError === undefined
      ? `${type} ${canonical(data).replaceAll(UUID, "UUID")}`
      : `mcp error ${rpcError.code} id ${canonical(data["id"])}`;
  return { text, code: undefined, issues: [] };
}

/** `int_type@point.x` */
export function issueText({ type, loc }: Issue): string {
  return `${type}@${loc.join(".")}`;
}

function errorOutcome(code: string, errors: readonly Issue[]): Outcome {
  const issues = errors.map(({ type, loc }) => ({ type, loc }));
  return { text: ["error", code, ...issues.map(issueText).toSorted()].join(" "), code, issues };
}

/**
 * JSON with sorted keys, and with numbers written by their value: `1.0`, `1` and `1n` are the same. Without the wording
 * of a tool's failure, and without what FastMCP says of itself in a list of tools (known-differences.ts, recorded).
 */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value === "bigint") return value.toString();
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const leftOut = "error_type" in value ? "message" : "inputSchema" in value ? "meta" : undefined;
  const entries = Object.entries(value).filter(([key]) => key !== leftOut);
  const members = entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`).join(",")}}`;
}
