/** JSON-RPC as tests write it. */
import assert from "node:assert/strict";
import { post } from "./http.ts";
import type { WirePeer } from "./wire-peer.ts";

/** An answer. Its result is declared as whatever a test may look for; the test's assertion is the check. */
export interface RpcAnswer {
  readonly id: unknown;
  readonly result: {
    readonly [key: string]: unknown;
    readonly session_id: string;
    readonly tools: readonly Readonly<Record<string, unknown>>[];
    readonly data: unknown;
  };
  readonly error: { readonly code: number; readonly message: string; readonly data: unknown };
}

/** The request of a call of a tool, or of any method. */
export function rpc(method: string, params?: object, id: unknown = 1): object {
  return { jsonrpc: "2.0", id, method, ...(params !== undefined && { params }) };
}

/** Posts a request to `/mcp`. */
export async function postRpc(url: string, method: string, params?: object): Promise<RpcAnswer> {
  const { status, json } = await post(`${url}/mcp`, rpc(method, params));
  assert.equal(status, 200);
  return checked(json);
}

/** Sends a request as a message of `/ws`. */
export async function askRpc(peer: WirePeer, method: string, params?: object): Promise<RpcAnswer> {
  const message = await peer.ask({ type: "mcp", data: rpc(method, params) });
  assert.equal(message.type, "mcp");
  return checked(message.data);
}

/** Exactly one of result and error, and an error of three members (PROTOCOL §3.3). */
export function checked(answer: unknown): RpcAnswer {
  const { error } = answer as { error?: object };
  assert.equal("result" in (answer as object), error === undefined);
  if (error !== undefined) assert.deepEqual(Object.keys(error), ["code", "message", "data"]);
  return answer as RpcAnswer;
}
