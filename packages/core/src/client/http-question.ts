/**
 * What a client asks its server by HTTP, beside the session: sends a question and gives the answer, whatever its
 * status. What the answer means is the business of whoever asked.
 */
import { ProtocolViolationError, TimeoutError } from "../errors/local-errors.ts";
import { OpenEnvError } from "../errors/openenv-error.ts";
import { isJsonObject } from "../protocol/client-message.ts";
import { TimeLimit } from "../providers/time-limit.ts";
import { cannotConnect, upgradeRefused } from "../transport/handshake.ts";
import { fetchDirectly } from "../transport/loopback-http.ts";
import type { JsonObject } from "../types.ts";

/** A question: `GET` without a body, `POST` with one. */
export interface HttpQuestion {
  readonly url: string;
  /** JSON. */
  readonly body?: string | undefined;
}

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

/** What makes a request: by default the runtime's own `fetch`. */
export type Fetch = (request: Request) => Promise<Response>;

/** How a question is sent. */
export interface HttpSettings {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Longest time to the whole answer where the call has no limit of its own, in milliseconds. */
  readonly messageTimeoutMs: number;
}

/**
 * @throws ConnectionFailedError when no answer comes, TimeoutError naming the option, the signal's reason
 */
export async function askByHttp(
  question: HttpQuestion,
  { headers, messageTimeoutMs }: HttpSettings,
  { signal, timeoutMs }: { readonly signal?: AbortSignal | undefined; readonly timeoutMs?: number | undefined } = {},
  send: Fetch = fetchDirectly,
): Promise<HttpAnswer> {
  const limit = new TimeLimit("answer", { signal });
  const [option, limitMs] = timeoutMs === undefined ? ["messageTimeoutMs", messageTimeoutMs] : ["timeoutMs", timeoutMs];
  const timer = setTimeout(() => {
    const { pathname } = new URL(question.url);
    limit.abort(
      new TimeoutError(`No answer from ${pathname} within ${option} (${limitMs} ms).`, {
        details: { option, limitMs },
      }),
    );
  }, limitMs);
  const answer = async (): Promise<HttpAnswer> => {
    limit.throwIfReached();
    const response = await send(toRequest(question, headers, limit.signal));
    return { status: response.status, text: await response.text() };
  };
  try {
    // Raced, so that a `send` that takes no notice of its signal keeps nobody waiting.
    return await limit.race(answer());
  } catch (error) {
    limit.throwIfReached();
    if (error instanceof OpenEnvError) throw error;
    throw cannotConnect(question.url, reasonOf(error), error);
  } finally {
    clearTimeout(timer);
    limit.release();
  }
}

/**
 * The JSON object that a server has answered with.
 *
 * @param what it tells of itself, such as `limits`
 * @throws ProtocolViolationError for another answer, and what a status other than 200 means
 */
export function objectIn({ status, text }: HttpAnswer, url: string, what: string): JsonObject {
  if (status !== 200) throw upgradeRefused(url, status, text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ProtocolViolationError(`The server's answer about its ${what} is no JSON.`, { cause: error });
  }
  if (isJsonObject(value)) return value;
  throw new ProtocolViolationError(`The server's answer about its ${what} is no object.`);
}

function toRequest(
  { url, body }: HttpQuestion,
  given: Readonly<Record<string, string>> | undefined,
  signal: AbortSignal,
): Request {
  const target = new URL(url);
  const headers = new Headers(given);
  if (body !== undefined) headers.set("Content-Type", "application/json");
  // `fetch` refuses a URL with a login in it.
  if (target.username !== "" && !headers.has("Authorization")) {
    const login = `${decodeURIComponent(target.username)}:${decodeURIComponent(target.password)}`;
    headers.set("Authorization", `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(login)))}`);
  }
  target.username = "";
  target.password = "";
  return new Request(target.href, {
    method: body === undefined ? "GET" : "POST",
    headers,
    signal,
    // A redirect could carry a token elsewhere.
    redirect: "manual",
    ...(body && { body }),
  });
}

/** Runtimes hide what went wrong behind a "fetch failed". */
function reasonOf(error: unknown): string {
  const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return reason instanceof Error ? reason.message : String(reason);
}
