/**
 * Finds the URL that a server prints once it listens: `serving echo_env on http://127.0.0.1:40123` of our servers,
 * `Uvicorn running on http://0.0.0.0:8000` of Python's, or whatever else names a port of this machine.
 */
import { parseBaseUrl } from "../../protocol/base-url.ts";

/** Only addresses of this machine: a URL in a banner or a stack trace is another's. Port 0 is what was asked for. */
const URL_OF_THIS_MACHINE = /\bhttps?:\/\/(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]):[1-9]\d*(?!\d)/i;

/** Colours, between the characters of which a URL may stand. */
// oxlint-disable-next-line no-control-regex -- the escape character is what it looks for
const COLOURS = /\u001b\[[\d;]*m/g;

/** The URL in the form a client connects to, or `undefined` when none was printed in a whole line yet. */
export function listeningUrl(log: string): string | undefined {
  const whole = log.slice(0, log.lastIndexOf("\n") + 1);
  const url = URL_OF_THIS_MACHINE.exec(whole.replace(COLOURS, ""))?.[0];
  return url === undefined ? undefined : parseBaseUrl(url).baseUrl;
}
