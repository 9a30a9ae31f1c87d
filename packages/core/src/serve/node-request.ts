/** Node's HTTP messages as web-standard ones, and back. */
import type { IncomingMessage, ServerResponse } from "node:http";

/**
 * The web-standard form of a request. Its body is read first: as a stream between Node's and the web's it would cost more
 * than everything else about a small request.
 *
 * @param maxBytes a longer body is cut off one byte behind this, which is enough for whoever refuses it
 * @throws TypeError when the request's target or host is no URL
 */
export async function toRequest(incoming: IncomingMessage, maxBytes: number): Promise<Request> {
  const { method = "GET" } = incoming;
  const url = requestUrl(incoming);
  const headers = new Headers();
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    headers.append(incoming.rawHeaders[index] ?? "", incoming.rawHeaders[index + 1] ?? "");
  }
  if (method === "GET" || method === "HEAD") return new Request(url, { method, headers });
  return new Request(url, { method, headers, body: await readBody(incoming, maxBytes) });
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

/** What is declared as too long is refused by its header: none of it is read. */
function readBody(incoming: IncomingMessage, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  if (Number(incoming.headers["content-length"] ?? 0) > maxBytes) return Promise.resolve(null);
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (): void => resolve(size === 0 ? null : Buffer.concat(chunks));
    incoming.on("data", (chunk: Buffer) => {
      // Beyond the limit it is read to nowhere, so that the peer gets to the answer.
      if (size > maxBytes) return;
      chunks.push(chunk);
      size += chunk.byteLength;
      if (size > maxBytes) finish();
    });
    incoming.on("end", finish);
    incoming.on("error", reject);
  });
}
