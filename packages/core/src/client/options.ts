/**
 * The options of a client and of a call: their defaults, and the check of what was given.
 */
import { InvalidArgumentError } from "../errors/local-errors.ts";
import {
  CLIENT_MAX_MESSAGE_BYTES,
  PING_INTERVAL_MS,
  PING_TIMEOUT_MS,
  SERVER_MAX_MESSAGE_BYTES,
} from "../protocol/limits.ts";
import type { Connect } from "../transport/transport.ts";
import type { Fetch } from "./http-question.ts";

/** `mcp` is JSON-RPC on the session's own socket, `step` the actions `list_tools` and `call_tool`. */
export type ToolCalls = "mcp" | "step";

/** What becomes of a client whose server has other schemas: `false` does not look. */
export type VerifySchema = "warn" | "error" | false;

/** Options of a client but for the address. All are optional and survive a reconnect. */
export interface ConnectOptions {
  /** Longest opening handshake, in milliseconds. Default 10 s. */
  readonly connectTimeoutMs?: number | undefined;
  /**
   * Longest wait for one reply, in milliseconds, counted from the moment it is the next to come: a call that was sent
   * behind others waits for theirs first. `Infinity` is no limit. Default 60 s.
   */
  readonly messageTimeoutMs?: number | undefined;
  /** Largest message taken from the server, in bytes. Default 100 MiB, as the Python client. */
  readonly maxMessageBytes?: number | undefined;
  /**
   * Largest message sent to the server, in bytes; a larger one is refused here, since a server would end the session
   * over it. Default 16 MiB, which is what a server takes by default, or `maxMessageBytes` when that is less.
   */
  readonly maxSendBytes?: number | undefined;
  /**
   * Time between protocol pings, in milliseconds; `null` sends none, for tunnels that swallow them. Default 20 s.
   * Browsers cannot ping.
   */
  readonly pingIntervalMs?: number | null | undefined;
  /** Longest silence after a ping, in milliseconds; `null` waits for ever. Default 20 s. */
  readonly pingTimeoutMs?: number | null | undefined;
  /** What a server with tokens asks for: sent as `Authorization: Bearer`. Browsers cannot send it. */
  readonly token?: string | undefined;
  /** Headers of the opening handshake, such as `Authorization`. Browsers cannot send any. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /**
   * Whether actions and reset parameters are checked before they are sent, and observations and states when they
   * arrive. Without it fields of type `bigint` may hold a `number` and defaults are not filled in. Default `true`.
   */
  readonly validate?: boolean | undefined;
  /**
   * How tools are listed and called: by JSON-RPC, which leaves reward, `done` and the count of steps alone, or by steps,
   * which count. Default `mcp`.
   */
  readonly toolCalls?: ToolCalls | undefined;
  /**
   * A session that there is already, made by `openenv/session/create` over `POST /mcp` or by an MCP client: connections
   * attach to it, and it lives on when the client is closed. A server that cannot attach is refused. Default: a new one.
   */
  readonly sessionId?: string | undefined;
  /**
   * Whether a broken connection is resumed: the client connects again, and goes on with its session. What the server had
   * taken is not sent again, a reply that was lost is asked for. The server waits for `resumeWindowMs`; after that, or when
   * it was restarted, the session is lost as usual. A server that cannot resume, such as Python's, is used without.
   * Default `false`.
   */
  readonly resume?: boolean | undefined;
  /**
   * Whether the server's schemas are compared with those that the client was generated from, before the first call: by
   * one request for `/schema`. Descriptions do not count. `error` fails that call with `SchemaMismatchError`, which names
   * the places; `warn` says the same by a warning of the runtime (`process.emitWarning`) and goes on. Default `false`.
   */
  readonly verifySchema?: VerifySchema | undefined;
  /** What opens the connection, in place of a WebSocket. For tests and for servers in the same process. */
  readonly connect?: Connect | undefined;
  /** What makes HTTP requests, in place of the runtime's `fetch`: for tests, proxies and servers in the same process. */
  readonly fetch?: Fetch | undefined;
}

/** {@link ConnectOptions} of a blocking client, which connects in another thread: that cannot be given a function. */
export type SyncConnectOptions = Omit<ConnectOptions, "connect" | "fetch">;

/** Options of a client. */
export interface ClientOptions extends ConnectOptions {
  /** Where the server is: `http://localhost:8000`, `https://host/prefix`, `ws://…`, `localhost:8000`. */
  readonly baseUrl: string;
}

/** Options of one blocking call. */
export interface SyncCallOptions {
  /**
   * Longest time from the call to its reply, in milliseconds, connecting and calls before it included. A call that was
   * already sent when the time is over takes the session with it. Default: no limit beside `messageTimeoutMs`.
   */
  readonly timeoutMs?: number | undefined;
}

/** Options of one call. */
export interface CallOptions extends SyncCallOptions {
  /** Gives up waiting. The call rejects with the signal's reason; if it was already sent, the session is lost. */
  readonly signal?: AbortSignal | undefined;
}

/** {@link ClientOptions} with everything decided but the address and the connector. */
export interface ClientSettings {
  readonly connectTimeoutMs: number;
  readonly messageTimeoutMs: number;
  readonly maxMessageBytes: number;
  readonly maxSendBytes: number;
  readonly pingIntervalMs: number | null;
  readonly pingTimeoutMs: number | null;
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly validate: boolean;
  readonly toolCalls: ToolCalls;
  readonly sessionId: string | undefined;
  readonly resume: boolean;
}

const OPTION_NAMES: readonly string[] = [
  "baseUrl",
  "connectTimeoutMs",
  "messageTimeoutMs",
  "maxMessageBytes",
  "maxSendBytes",
  "pingIntervalMs",
  "pingTimeoutMs",
  "token",
  "headers",
  "validate",
  "toolCalls",
  "sessionId",
  "resume",
  "verifySchema",
  "connect",
  "fetch",
] satisfies (keyof ClientOptions)[];

/**
 * Decides every setting.
 *
 * @throws InvalidArgumentError naming an option that does not exist or holds an invalid value
 */
export function resolveClientOptions(options: ClientOptions): ClientSettings {
  for (const name of Object.keys(options)) if (!OPTION_NAMES.includes(name)) throw unknownOption(name);
  const maxMessageBytes = positive("maxMessageBytes", options.maxMessageBytes ?? CLIENT_MAX_MESSAGE_BYTES);
  return {
    connectTimeoutMs: duration("connectTimeoutMs", options.connectTimeoutMs ?? 10_000),
    messageTimeoutMs: duration("messageTimeoutMs", options.messageTimeoutMs ?? 60_000),
    maxMessageBytes,
    maxSendBytes: positive("maxSendBytes", options.maxSendBytes ?? Math.min(maxMessageBytes, SERVER_MAX_MESSAGE_BYTES)),
    pingIntervalMs: durationOrNull("pingIntervalMs", options.pingIntervalMs, PING_INTERVAL_MS),
    pingTimeoutMs: durationOrNull("pingTimeoutMs", options.pingTimeoutMs, PING_TIMEOUT_MS),
    headers: headersOf(options),
    validate: options.validate ?? true,
    toolCalls: toolCalls(options.toolCalls ?? "mcp"),
    sessionId: options.sessionId,
    resume: resumes(options),
  };
}

function resumes({ resume = false, sessionId }: ClientOptions): boolean {
  if (!resume || sessionId === undefined) return resume;
  throw new InvalidArgumentError(
    "resume",
    "resume and sessionId exclude each other: one resumes a session of its own.",
  );
}

function headersOf({ headers, token }: ClientOptions): ClientSettings["headers"] {
  return token === undefined ? headers : { ...headers, Authorization: `Bearer ${token}` };
}

function toolCalls(value: ToolCalls): ToolCalls {
  if (value === "mcp" || value === "step") return value;
  throw new InvalidArgumentError("toolCalls", `toolCalls is ${String(value)}. It must be "mcp" or "step".`);
}

/** A timer set for longer fires at once, on every runtime. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** @throws InvalidArgumentError unless it is a time above 0 */
export function duration(name: string, value: number): number {
  return Math.min(positive(name, value), LONGEST_TIMER_MS);
}

function durationOrNull(name: string, value: number | null | undefined, fallback: number): number | null {
  return value === null ? null : duration(name, value ?? fallback);
}

function positive(name: string, value: number): number {
  if (typeof value === "number" && value > 0) return value;
  throw new InvalidArgumentError(name, `${name} is ${String(value)}. It must be a number above 0.`);
}

/** SB-04: an option that is ignored silently is worse than one that is refused. */
function unknownOption(name: string): InvalidArgumentError {
  const lower = name.toLowerCase();
  const similar = OPTION_NAMES.filter((option) => {
    const known = option.toLowerCase();
    return known.includes(lower) || lower.includes(known);
  });
  const hint = similar.length > 0 ? `Did you mean ${similar.join(" or ")}?` : `There are ${OPTION_NAMES.join(", ")}.`;
  return new InvalidArgumentError(name, `"${name}" is not an option of a client. ${hint}`);
}
