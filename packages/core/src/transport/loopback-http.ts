/**
 * HTTP to a server on this machine. `fetch` of Bun and Deno would ask the proxy of `HTTP_PROXY` for 127.0.0.1 unless
 * `NO_PROXY` names it, and to set that would change the process for everybody (OE-14); `node:http` asks nobody.
 * Nothing is imported from the runtime, so that a client still loads in a browser.
 */
import type * as Http from "node:http";
import type { Readable } from "node:stream";

import { isLoopback } from "../protocol/loopback.ts";

interface Host {
  getBuiltinModule?(name: string): unknown;
}

/**
 * As `fetch`, but that a server of this machine is asked directly where the runtime has a way to do that: then its
 * answer is text, and one that leads elsewhere is not followed.
 */
export async function fetchDirectly(request: Request): Promise<Response> {
  const url = new URL(request.url);
  const name = url.protocol === "https:" ? "node:https" : "node:http";
  const http = isLoopback(url.hostname) ? (builtin(name) as typeof Http | undefined) : undefined;
  if (http === undefined) return fetch(request);
  const body = await request.text();
  return new Promise((resolve, reject) => {
    const { method, headers, signal } = request;
    const outgoing = http.request(url, { method, headers: Object.fromEntries(headers), signal, agent: false });
    outgoing.on("error", reject);
    outgoing.on("response", (incoming) => {
      const { statusCode: status = 0 } = incoming;
      const fields = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
      textOf(incoming).then((text) => resolve(new Response(text, { status, headers: fields })), reject);
    });
    outgoing.end(body);
  });
}

async function textOf(stream: Readable): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of stream) text += decoder.decode(chunk as Uint8Array, { stream: true });
  return text + decoder.decode();
}

function builtin(name: string): unknown {
  return (globalThis as { process?: Host }).process?.getBuiltinModule?.(name);
}
