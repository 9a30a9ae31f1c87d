/** Node's HTTP messages as web-standard ones, and back. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";

/**
 * The web-standard form of a request.
 *
 * @throws TypeError when the request's target or host is no URL
 */
export function toRequest(incoming: IncomingMessage): Request {
  const { method = "GET" } = incoming;
  const url = requestUrl(incoming);
  const headers = new Headers();
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? "", incoming.rawHeaders[index + 1] ?? "");
  }
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers });
  const body = Readable.toWeb(incoming) as unknown as ReadableStream<Uint8Array>;
  const init: RequestInit & { duplex: "half" } = { method, headers, body, duplex: "half" };
  return new Request(url, init);
}

/** @throws TypeError when the request's target or host is no URL */
export function requestUrl(incoming: IncomingMessage): URL {
  return new URL(incoming.url ?? "/", `http://${incoming.headers.host ?? "localhost"}`);
}

/** Sends a response. A peer that has gone is no error. */
export async function sendResponse(response: Response, outgoing: ServerResponse): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  outgoing.writeHead(response.status, { ...Object.fromEntries(response.headers), "content-length": body.byteLength });
  outgoing.end(outgoing.req.method === "HEAD" ? undefined : body);
}
