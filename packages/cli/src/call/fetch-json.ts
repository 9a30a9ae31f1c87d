/**
 * Asks a server for one of its pages.
 */
import { fetchDirectly } from "@openenv/core/transport";

import { CommandFailure } from "../terminal/failure.ts";

/** @throws CommandFailure when it does not answer, or with something else than JSON */
export async function fetchJson(
  url: string,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs: number },
): Promise<unknown> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const response = await fetchDirectly(new Request(url, { signal: limit })).catch((error: unknown) => {
    signal.throwIfAborted();
    const { cause, message } = error as Error;
    throw new CommandFailure(`${url} does not answer: ${cause instanceof Error ? cause.message : message}`, {
      next: "Is the server running? openenv serve",
      code: "CONNECTION_FAILED",
      cause: error,
    });
  });
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new CommandFailure(`${url} answered ${response.status} with something that is not JSON.`, {
      next: "Is that the address of an OpenEnv server, and all of it?",
      cause: error,
    });
  }
}
