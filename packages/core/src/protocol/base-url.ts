/**
 * The address of a server: what users write, and the URLs that follow from it (PROTOCOL §5.2, §10.7).
 */
import { InvalidArgumentError } from "../errors/local-errors.ts";

/** A server's address in all the forms a client needs. */
export interface BaseUrl {
  /** As it was given, without trailing slashes, query, fragment or a final `/ws`: `http://localhost:8000`. */
  readonly baseUrl: string;
  /** `socketUrl("/ws")` is `ws://localhost:8000/ws`. */
  socketUrl(path: string): string;
  /** `httpUrl("/health")` is `http://localhost:8000/health`. */
  httpUrl(path: string): string;
}

/** Addresses that mean "every interface" when listening and nothing when connecting, and what to connect to instead. */
const BIND_ADDRESSES: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "[::]": "[::1]" };

/**
 * Reads a server's address: `http:`, `https:`, `ws:` or `wss:` in any case, or no scheme at all (`localhost:8000`, taken
 * as `http:`). A path prefix is kept. `0.0.0.0` and `[::]` become the loopback address.
 *
 * @throws InvalidArgumentError naming `baseUrl`
 */
export function parseBaseUrl(input: string): BaseUrl {
  const url = toUrl(input);
  const secure = url.protocol === "https:" || url.protocol === "wss:";
  // A user may paste the URL of the socket itself.
  const prefix = url.pathname.replace(/\/+$/, "").replace(/\/+ws$/, "");
  const login = url.username === "" ? "" : `${url.username}${url.password === "" ? "" : `:${url.password}`}@`;
  const port = url.port === "" ? "" : `:${url.port}`;
  const rest = `//${login}${BIND_ADDRESSES[url.hostname] ?? url.hostname}${port}${prefix}`;
  return {
    baseUrl: `${url.protocol}${rest}`,
    socketUrl: (path) => `${secure ? "wss" : "ws"}:${rest}${path}`,
    httpUrl: (path) => `${secure ? "https" : "http"}:${rest}${path}`,
  };
}

function toUrl(input: string): URL {
  const text = typeof input === "string" ? input.trim() : "";
  const absolute = text.includes("://") ? text : `http://${text}`;
  const url = text !== "" && URL.canParse(absolute) ? new URL(absolute) : undefined;
  if (url !== undefined && /^(?:https?|wss?):$/.test(url.protocol)) return url;
  throw new InvalidArgumentError(
    "baseUrl",
    `baseUrl is ${JSON.stringify(input) ?? typeof input}, which is no address of a server. ` +
      `Give its http, https, ws or wss URL, such as "http://localhost:8000".`,
  );
}
