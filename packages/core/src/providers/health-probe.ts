/**
 * Asks a server once whether it is healthy.
 */
import { connect } from "node:net";

import { parseBaseUrl } from "../protocol/base-url.ts";
import type { ProviderEndpoint } from "./provider.ts";

/** `undefined` when the server is healthy, else why it is not taken for that. */
export type Sickness = string | undefined;

/** Longest wait for one answer, in milliseconds. */
const PROBE_MS = 5000;

/** `GET /health` once. Never rejects; an abort is a sickness too. */
export function probeHealth(endpoint: ProviderEndpoint, signal: AbortSignal): Promise<Sickness> {
  const url = new URL(parseBaseUrl(endpoint.baseUrl).httpUrl("/health"));
  return url.protocol === "http:" && isLoopback(url.hostname)
    ? probeLoopback(url, endpoint.headers ?? {}, signal)
    : probeByFetch(url, endpoint.headers ?? {}, signal);
}

/** Whether an address is this machine's own, in the form a `URL` has it. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}

/**
 * By a plain socket. `fetch` of Bun and Deno would ask the proxy of `HTTP_PROXY` for 127.0.0.1 unless `NO_PROXY` names
 * it, and to set that would change the process for everybody.
 */
function probeLoopback(url: URL, headers: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Sickness> {
  return new Promise((resolve) => {
    let answer = "";
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const socket = connect({ host, port: Number(url.port === "" ? 80 : url.port) });
    const end = (sickness: Sickness): void => {
      signal.removeEventListener("abort", abort);
      socket.destroy();
      resolve(sickness);
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
    socket.setTimeout(PROBE_MS, () => end(`no answer within ${PROBE_MS} ms`));
    socket.on("connect", () => socket.write(`GET ${url.pathname} HTTP/1.1\r\n${lines.join("")}\r\n`));
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
      const status = /^HTTP\/1\.\d (\d{3})/.exec(answer)?.[1];
      if (status !== undefined) end(sicknessOf(Number(status)));
    });
    socket.on("error", (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
    socket.on("close", () => end("the connection was closed without an answer"));
  });
}

async function probeByFetch(
  url: URL,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Sickness> {
  try {
    const limits = AbortSignal.any([signal, AbortSignal.timeout(PROBE_MS)]);
    // A redirect could carry a token elsewhere.
    const response = await fetch(url, { headers, signal: limits, redirect: "manual" });
    await response.body?.cancel();
    return sicknessOf(response.status);
  } catch (error) {
    const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
    return cause?.code ?? (error as Error).message;
  }
}

function sicknessOf(status: number): Sickness {
  return status === 200 ? undefined : `GET /health answered ${status}`;
}
