/**
 * The way to the hub: its official library, loaded when it is needed, over a `fetch` that keeps the token where it
 * belongs and says of a refusal what it means.
 */
import type * as HubLibrary from "@huggingface/hub";
import { hubEndpoint, isConfidential, Redactor } from "@openenv/core/providers";

import { isObject } from "../support/is-object.ts";
import { CommandFailure } from "../terminal/failure.ts";
import { EXIT_LATER, EXIT_TOKEN, HubRefusal, type HubAnswer } from "./hub-failure.ts";
import { findHubToken } from "./hub-token.ts";

export type { HubLibrary };

const LIBRARY = "@huggingface/hub";
const INSTALL = `${LIBRARY}@2`;
const LONGEST_WORDS = 300;

export interface HubConnection {
  readonly library: typeof HubLibrary;
  /** The hub's address, without a slash at its end. */
  readonly endpoint: string;
  /** What every call of the library takes. */
  readonly access: { readonly accessToken: string; readonly hubUrl: string; readonly fetch: typeof fetch };
  /** A request to the hub's own API, for what the library does not have. */
  readonly ask: (path: string, init?: RequestInit) => Promise<unknown>;
}

/**
 * Makes no request.
 *
 * @param subject what refusals are about
 * @throws CommandFailure without a token, for a hub that would get it readable by others, and without the library
 */
export async function connectHub(subject: string, signal: AbortSignal): Promise<HubConnection> {
  const endpoint = hubEndpoint({});
  if (!URL.canParse(endpoint) || !/^https?:/.test(endpoint))
    throw new CommandFailure("HF_ENDPOINT is no address: https://… is wanted.", {
      next: "Correct the variable, or unset it.",
      code: "BAD_ENDPOINT",
    });
  if (!isConfidential(endpoint))
    throw new CommandFailure(`Everybody on the way to ${endpoint} could read your token.`, {
      code: "NOT_CONFIDENTIAL",
      exitCode: EXIT_TOKEN,
      next: "Set HF_ENDPOINT to an address with https://.",
    });
  const accessToken = await findHubToken(endpoint);
  const library = await loadLibrary();
  const guarded = guardedFetch({ endpoint, token: accessToken, subject, signal });
  const headers = { Authorization: `Bearer ${accessToken}`, "Content-Type": "application/json" };
  return {
    library,
    endpoint,
    access: { accessToken, hubUrl: endpoint, fetch: guarded },
    ask: async (path, init) => (await guarded(`${endpoint}${path}`, { ...init, headers })).json(),
  };
}

/** As core loads the SDKs of clouds: by its name, so that nobody needs it who does not push a Space. */
async function loadLibrary(): Promise<typeof HubLibrary> {
  try {
    const library = (await import(LIBRARY)) as typeof HubLibrary;
    if ("commit" in library) return library;
  } catch {
    // It is said below.
  }
  throw new CommandFailure(`Pushing a Space takes the hub's own library, and ${LIBRARY} cannot be loaded.`, {
    code: "NO_HUB_LIBRARY",
    next: `Install it: npm install --save-dev ${INSTALL}`,
  });
}

interface Guard {
  readonly endpoint: string;
  readonly token: string;
  readonly subject: string;
  readonly signal: AbortSignal;
}

/**
 * Sends the token to the hub alone, and follows no redirect with it. Storage that the hub names for large files has
 * signed addresses or tokens of its own.
 */
function guardedFetch({ endpoint, token, subject, signal }: Guard): typeof fetch {
  const redactor = new Redactor([token]);
  const origin = new URL(endpoint).origin;
  const guarded = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    const { method = "GET" } = init;
    const asked = `${method} ${redactor.redact(url.origin + url.pathname)}`;
    const bearsToken = (new Headers(init.headers).get("Authorization") ?? "").includes(token);
    if (bearsToken && url.origin !== origin)
      throw new CommandFailure(`The hub wants your token sent to ${url.origin}, which is not ${origin}.`, {
        code: "FOREIGN_HOST",
        exitCode: EXIT_TOKEN,
        next: "Is HF_ENDPOINT the hub itself?",
      });
    const redirect = bearsToken ? "manual" : (init.redirect ?? "follow");
    const signals = [signal, ...(init.signal instanceof AbortSignal ? [init.signal] : [])];
    let response: Response;
    try {
      response = await fetch(input, { ...init, redirect, signal: AbortSignal.any(signals) });
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      throw new CommandFailure(`${url.origin} cannot be reached: ${redactor.redact(wordsOf(error))} (${asked})`, {
        code: "HUB_UNREACHABLE",
        exitCode: EXIT_LATER,
        next: "Is there a network, and is HF_ENDPOINT right? The same command sends what is missing.",
      });
    }
    if (response.ok) return response;
    if (bearsToken) throw new HubRefusal(asked, await answerOf(response, redactor), endpoint, subject);
    // Whether the storage has a piece already is asked with GET, and no is an answer.
    if (method === "GET") return response;
    await response.body?.cancel();
    throw new CommandFailure(`The hub's storage does not take a large file (${asked} answered ${response.status}).`, {
      code: "HUB_UNAVAILABLE",
      exitCode: EXIT_LATER,
      next: "Try again: the same command sends what is missing.",
    });
  };
  return guarded as typeof fetch;
}

async function answerOf(response: Response, redactor: Redactor): Promise<HubAnswer> {
  const { status, headers } = response;
  const text = await response.text().catch(() => "");
  const said = redactor.redact(headers.get("X-Error-Message") ?? messageOf(text)).replaceAll(/\s+/g, " ");
  const location = headers.get("Location");
  return {
    status,
    said: said.length > LONGEST_WORDS ? `${said.slice(0, LONGEST_WORDS)}…` : said,
    location: location === null ? undefined : redactor.redact(location),
    retryAfter: headers.get("Retry-After") ?? undefined,
  };
}

/** The hub's words in an answer that is JSON; a page for people says nothing here. */
function messageOf(text: string): string {
  try {
    const answer: unknown = JSON.parse(text);
    const words = isObject(answer) ? (answer["error"] ?? answer["message"]) : undefined;
    return typeof words === "string" ? words : "";
  } catch {
    return "";
  }
}

/** Node says "fetch failed" and has the reason behind it. */
function wordsOf(error: unknown): string {
  const { cause } = error as { readonly cause?: unknown };
  return cause instanceof Error ? cause.message || cause.name : (error as Error).message;
}
