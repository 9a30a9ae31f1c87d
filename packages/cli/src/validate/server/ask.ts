/**
 * One request to a server. Never rejects but for an abort: no answer is an answer too.
 */
import { fetchDirectly } from "@openenv/core/transport";

export interface AskOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface Answer {
  /** `undefined` when there was none. */
  readonly status: number | undefined;
  /** `undefined` for what is no JSON. */
  readonly body: unknown;
  readonly failure: string | undefined;
}

/** @param options with a `body` it is a POST */
export async function ask(
  url: string,
  { timeoutMs, signal, body }: AskOptions & { readonly body?: object },
): Promise<Answer> {
  const post =
    body === undefined
      ? {}
      : { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } };
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const response = await fetchDirectly(new Request(url, { ...post, signal: limit }));
    const text = await response.text();
    return { status: response.status, body: parse(text), failure: undefined };
  } catch (error) {
    signal.throwIfAborted();
    const { message, cause } = error as Error;
    return {
      status: undefined,
      body: undefined,
      failure: `No answer: ${cause instanceof Error ? cause.message : message}`,
    };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
