/** HTTP requests as tests write them. */

/** An answer with its body read, as JSON where it is. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON body; `undefined` when it is none. Declared loosely: the test's assertion is the check. */
  readonly json: HttpBody;
}

/** What tests look for in a JSON body. */
export interface HttpBody {
  readonly [key: string]: unknown;
  readonly detail: readonly HttpIssue[];
  readonly observation: Readonly<Record<string, unknown>>;
}

export interface HttpIssue {
  readonly type: string;
  readonly loc: readonly unknown[];
  readonly msg: string;
  readonly input?: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** Sends a request; redirects are not followed. */
export async function request(url: string, init: RequestInit = {}): Promise<HttpAnswer> {
  const response = await fetch(url, { redirect: "manual", ...init });
  const text = await response.text();
  const isJson = response.headers.get("content-type") === "application/json" && text !== "";
  return { status: response.status, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined };
}

/** Posts a value as JSON. */
export function post(url: string, body: unknown): Promise<HttpAnswer> {
  return postText(url, JSON.stringify(body));
}

/** Posts a text that is said to be JSON. */
export function postText(url: string, body: string, contentType = "application/json"): Promise<HttpAnswer> {
  return request(url, { method: "POST", body, headers: { "content-type": contentType } });
}
