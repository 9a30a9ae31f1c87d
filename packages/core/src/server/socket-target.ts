/** What an upgrade request asks for. */
import { mayPass } from "./access-tokens.ts";
import type { Dialect } from "./dialect.ts";
import { strangerIn } from "./origin-policy.ts";
import type { ServerSettings } from "./settings.ts";

/** A socket's request, as far as it matters. */
export interface SocketTarget {
  /** The session to attach to (PROTOCOL §2.10). */
  readonly sessionId: string | undefined;
  /** Default `session`: the messages of `/ws`. */
  readonly dialect?: Dialect;
  /** A session that waits for its client when the socket breaks. */
  readonly resume?: ResumeRequest;
}

/** What a client with `resume` asks for: a session under a secret of its own making. */
export interface ResumeRequest {
  readonly key: string;
  /** Replies that it has from the session; left out when it asks for a new one. */
  readonly received: number | undefined;
}

/** The headers of an upgrade request that matter. */
export interface SocketHeaders {
  readonly authorization?: string | null | undefined;
  readonly origin?: string | null | undefined;
}

/** What nearly every socket asks for. */
export const NEW_SESSION: SocketTarget = { sessionId: undefined };

/** Long enough that nobody guesses it. */
const RESUME_KEY = /^[\w-]{22,128}$/;

/**
 * `undefined` when no socket is served there, or not to its sender.
 *
 * @param isHarness whether the environment is a harness
 */
export function socketTargetOf(
  url: URL,
  { authorization, origin }: SocketHeaders,
  settings: ServerSettings,
  isHarness: boolean,
): SocketTarget | undefined {
  if (!mayPass(settings.tokens, authorization) || strangerIn(settings, url, origin) !== undefined) return undefined;
  switch (url.pathname) {
    case "/ws": {
      const sessionId = url.search === "" ? null : url.searchParams.get("session_id");
      return sessionId ? { sessionId } : NEW_SESSION;
    }
    case "/mcp":
      return { sessionId: undefined, dialect: "json-rpc" };
    case "/ws/resume":
      return settings.resumeWindowMs === null ? undefined : resumeTarget(url);
    case "/harness":
      return isHarness && settings.mode === "production" ? { sessionId: undefined, dialect: "harness" } : undefined;
    default:
      return undefined;
  }
}

function resumeTarget({ searchParams }: URL): SocketTarget | undefined {
  const key = searchParams.get("key") ?? "";
  const received = searchParams.get("received") ?? undefined;
  if (!RESUME_KEY.test(key) || (received !== undefined && !/^\d{1,15}$/.test(received))) return undefined;
  return { sessionId: undefined, resume: { key, received: received === undefined ? undefined : Number(received) } };
}
