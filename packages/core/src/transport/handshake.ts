/**
 * What every socket's opening handshake has in common: a time limit that covers all of it, a signal, and errors that
 * name the URL without its secrets.
 */
import { ConnectionFailedError, TimeoutError } from "../errors/local-errors.ts";
import type { Transport, TransportOptions } from "./transport.ts";

/** Settles a handshake; what comes after the first call is ignored. */
export interface Handshake {
  succeed(transport: Transport): void;
  fail(error: Error): void;
}

/**
 * Runs a handshake under the limits of `options`.
 *
 * @param begin starts the handshake and gives a function that makes the socket give up
 */
export function openWithin(
  url: string,
  options: TransportOptions,
  begin: (handshake: Handshake) => () => void,
): Promise<Transport> {
  const { signal, connectTimeoutMs } = options;
  return new Promise<Transport>((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason);
      return;
    }
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
    const giveUp = (error: unknown): void => {
      settle();
      reject(error);
      cancel();
    };
    const abort = (): void => giveUp(signal?.reason);
    const timer = setTimeout(() => giveUp(tooSlow(url, connectTimeoutMs)), connectTimeoutMs);
    signal?.addEventListener("abort", abort, { once: true });
    const cancel = begin({
      succeed(transport) {
        settle();
        resolve(transport);
      },
      fail(error) {
        settle();
        reject(error);
      },
    });
  });
}

/** The error for a socket that could not be opened. */
export function cannotConnect(url: string, why: string, cause?: unknown): ConnectionFailedError {
  const shown = printableUrl(url);
  return new ConnectionFailedError(`Cannot connect to ${shown}: ${why}`, { cause, details: { url: shown } });
}

/** The error for a server that answered the upgrade with an HTTP response. Only 429 and 5xx may pass by themselves. */
export function upgradeRefused(url: string, status: number, body: string, cause?: unknown): ConnectionFailedError {
  const shown = printableUrl(url);
  const text = body === "" ? "" : `: ${body}`;
  return new ConnectionFailedError(`Cannot connect to ${shown}: the server answered ${status}${text}`, {
    cause,
    retryable: status === 429 || status >= 500,
    details: { url: shown, status, body },
  });
}

function tooSlow(url: string, connectTimeoutMs: number): TimeoutError {
  const shown = printableUrl(url);
  return new TimeoutError(`No connection to ${shown} within connectTimeoutMs (${connectTimeoutMs} ms).`, {
    details: { url: shown, connectTimeoutMs },
  });
}

/** The URL without user name, password and query, which may hold a token. */
function printableUrl(url: string): string {
  return url.replace(/\/\/[^/?#]*@/, "//").replace(/[?#].*$/s, "");
}
