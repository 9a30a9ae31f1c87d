/**
 * One `GET` to a started server, on this machine by a plain socket. `fetch` of Bun and Deno would ask the proxy of
 * `HTTP_PROXY` for 127.0.0.1 unless `NO_PROXY` names it, and to set that would change the process for everybody.
 */
import { connect } from "node:net";

import { parseBaseUrl } from "../protocol/base-url.ts";
import { isLoopback } from "../protocol/loopback.ts";
import type { ProviderEndpoint } from "./provider.ts";

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}

/** Longest wait for one answer, in milliseconds. */
const ANSWER_MS = 5000;

/** Longest answer that is read, in characters: what is asked for here is a line. */
const LONGEST_ANSWER = 64 * 1024;

/**
 * @param path of the server, such as `/health`
 * @throws Error whose message says in a few words why there was no answer
 */
export function httpGet(endpoint: ProviderEndpoint, path: string, signal: AbortSignal): Promise<HttpAnswer> {
  const url = new URL(parseBaseUrl(endpoint.baseUrl).httpUrl(path));
  return url.protocol === "http:" && isLoopback(url.hostname)
    ? getFromLoopback(url, endpoint.headers ?? {}, signal)
    : getByFetch(url, endpoint.headers ?? {}, signal);
}

function getFromLoopback(
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const socket = connect({ host, port: Number(url.port === "" ? 80 : url.port) });
    const end = (outcome: HttpAnswer | string): void => {
      signal.removeEventListener("abort", abort);
      socket.destroy();
      if (typeof outcome === "string") reject(new Error(outcome));
      else resolve(outcome);
    };
    const abort = (): void => end("the wait was given up");
    if (signal.aborted) {
      abort();
      return;
    }
    signal.addEventListener("abort", abort, { once: true });
    const lines = Object.entries({ ...headers, Host: url.host, Connection: "close" }).map(
      ([name, value]) => `${name}: ${value}\r\n`,
    );
    socket.setTimeout(ANSWER_MS, () => end(`no answer within ${ANSWER_MS} ms`));
    // Of version 1.0, so that the body comes whole and not in chunks.
    socket.on("connect", () => socket.write(`GET ${url.pathname} HTTP/1.0\r\n${lines.join("")}\r\n`));
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      const whole = readAnswer(answer, false);
      if (whole !== undefined) end(whole);
      else if (answer.length > LONGEST_ANSWER) end("the answer is too long");
    });
    socket.on("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
    socket.on("close", () => end(readAnswer(answer, true) ?? "the connection was closed without an answer"));
  });
}

/** `undefined` while the answer is not whole; without a length it ends with the connection. */
function readAnswer(text: string, hasEnded: boolean): HttpAnswer | undefined {
  const status = /^HTTP\/1\.\d (\d{3})/.exec(text)?.[1];
  const split = text.indexOf("\r\n\r\n");
  if (status === undefined || split < 0) return undefined;
  const body = text.slice(split + 4);
  const length = /\r\ncontent-length: *(\d+)/i.exec(text.slice(0, split))?.[1];
  return hasEnded || (length !== undefined && body.length >= Number(length))
    ? { status: Number(status), body }
    : undefined;
}

async function getByFetch(
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<HttpAnswer> {
  try {
    const limits = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
    // A redirect could carry a token elsewhere.
    const response = await fetch(url, { headers, signal: limits, redirect: "manual" });
    return { status: response.status, body: await response.text() };
  } catch (error) {
    const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
    throw new Error(cause?.code ?? (error as Error).message, { cause: error });
  }
}
