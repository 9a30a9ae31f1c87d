/**
 * Plays the plan's episode on one session and keeps every message as it was sent and received.
 */
import { connectWebSocket, fetchDirectly, type Transport } from "@openenv/core/transport";

import { isObject } from "../../support/is-object.ts";
import type { RuntimePlan } from "./runtime-plan.ts";

const MAX_MESSAGE_BYTES = 1024 * 1024;
const MAX_TRACE_BYTES = 8 * 1024 * 1024;

export interface Exchange {
  readonly operation: "reset" | "step" | "state";
  readonly request: Readonly<Record<string, unknown>>;
  /** The reply's text. */
  readonly response: string;
  /** Its `data`. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Evidence {
  readonly exchanges: readonly Exchange[];
  /** What `/schema` answered. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** @throws Error saying which part of the episode failed, and how */
export async function collectEpisode(
  baseUrl: string,
  plan: RuntimePlan,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<Evidence> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const schema = await readSchema(baseUrl, deadline);
  const session = await Session.open(baseUrl, deadline);
  try {
    const { seed, episode_id, options } = plan.reset;
    let { data } = await session.exchange("reset", { ...options, seed, episode_id });
    await session.exchange("state");
    for (const action of plan.actions) {
      if (data["done"] === true) break;
      ({ data } = await session.exchange("step", action));
      await session.exchange("state");
    }
    return { exchanges: session.exchanges, schema };
  } finally {
    session.close();
  }
}

async function readSchema(baseUrl: string, signal: AbortSignal): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetchDirectly(
    new Request(`${baseUrl.replace(/\/+$/, "")}/schema`, {
      headers: { "accept-encoding": "identity" },
      redirect: "error",
      signal,
    }),
  );
  if (!response.ok) throw new Error(`schema failed (${response.status})`);
  const encoding = response.headers.get("content-encoding") ?? "identity";
  if (encoding.toLowerCase() !== "identity") throw new Error("schema failed (it is compressed)");
  const bytes = await response.arrayBuffer();
  if (bytes.byteLength > MAX_MESSAGE_BYTES) throw new Error("schema failed (it is too large)");
  const value = JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  if (!isObject(value) || !("observation" in value)) throw new Error("schema failed (it has no observation)");
  return value;
}

/** Who waits for the next message. */
interface Incoming {
  settle: ((text: string) => void) | undefined;
  fail: ((error: Error) => void) | undefined;
}

class Session {
  readonly exchanges: Exchange[] = [];
  readonly #transport: Transport;
  readonly #signal: AbortSignal;
  readonly #incoming: Incoming;
  #bytes = 0;

  private constructor(transport: Transport, signal: AbortSignal, incoming: Incoming) {
    this.#transport = transport;
    this.#signal = signal;
    this.#incoming = incoming;
  }

  static async open(baseUrl: string, signal: AbortSignal): Promise<Session> {
    const incoming: Incoming = { settle: undefined, fail: undefined };
    const transport = await connectWebSocket(
      `${baseUrl.replace(/^http/, "ws").replace(/\/+$/, "")}/ws`,
      {
        maxMessageBytes: MAX_MESSAGE_BYTES,
        connectTimeoutMs: 30_000,
        pingIntervalMs: null,
        pingTimeoutMs: null,
        signal,
      },
      {
        message: (text) => incoming.settle?.(text),
        close: ({ code, reason }) => incoming.fail?.(new Error(`the connection was closed: ${code} ${reason}`.trim())),
      },
    );
    return new Session(transport, signal, incoming);
  }

  async exchange(operation: Exchange["operation"], data?: Readonly<Record<string, unknown>>): Promise<Exchange> {
    const request = { type: operation, ...(data === undefined ? {} : { data }) };
    const text = JSON.stringify(request);
    const response = await this.#ask(text).catch((error: unknown) => {
      throw new Error(`${operation} failed (${(error as Error).message})`, { cause: error });
    });
    this.#bytes += text.length + response.length;
    if (this.#bytes > MAX_TRACE_BYTES) throw new Error(`${operation} failed (the episode is larger than 8 MiB)`);
    const reply = JSON.parse(response) as unknown;
    if (!isObject(reply) || !isObject(reply["data"])) throw new Error(`${operation} failed (unexpected reply)`);
    if (reply["type"] === "error") throw new Error(`${operation} failed (${String(reply["data"]["code"])})`);
    if (reply["type"] !== (operation === "state" ? "state" : "observation"))
      throw new Error(`${operation} failed (a reply of type ${String(reply["type"])})`);
    const exchange: Exchange = { operation, request, response, data: reply["data"] };
    this.exchanges.push(exchange);
    return exchange;
  }

  close(): void {
    this.#transport.send(JSON.stringify({ type: "close" }));
    this.#transport.close(1000);
  }

  #ask(text: string): Promise<string> {
    const signal = this.#signal;
    return new Promise((resolve, reject) => {
      const abort = (): void => reject(new Error("the time of the episode is over"));
      const end = (): void => signal.removeEventListener("abort", abort);
      this.#incoming.settle = (answer) => (end(), resolve(answer));
      this.#incoming.fail = (error) => (end(), reject(error));
      signal.addEventListener("abort", abort, { once: true });
      if (signal.aborted) abort();
      else if (this.#transport.isOpen) this.#transport.send(text);
      else reject(new Error("the connection is closed"));
    });
  }
}
