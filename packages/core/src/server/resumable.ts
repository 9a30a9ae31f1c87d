/**
 * A session that waits for its client when the socket breaks (docs/protocol.md, "Sessions that are resumed"): it stands
 * between a session and whichever socket it has now, counts the messages that were taken, and keeps the replies that may
 * not have arrived. So a client that comes back learns what was executed, gets what it missed, and sends again only what
 * never came.
 */
import { parseJson, stringifyJson } from "../protocol/json.ts";
import { isJsonObject } from "../protocol/client-message.ts";
import { CloseCode } from "../protocol/close-code.ts";
import type { Connection } from "./connection.ts";
import type { Session, SessionOutput } from "./session.ts";

/** Kept replies, in UTF-16 units, past which the oldest are dropped. Clients acknowledge long before. */
const MAX_KEPT_CHARACTERS = 32 * 1024 * 1024;

/** How a client says which replies it has; not answered, and no message of the session. */
const ACKNOWLEDGEMENT = '{"type":"received"';

export class Resumable implements SessionOutput {
  readonly key: string;
  readonly session: Session;
  #connection: Connection | undefined;
  /** Messages that have arrived whole: each is or will be executed, once. */
  #taken = 0;
  /** Replies before the first of {@link #kept}. */
  #dropped = 0;
  #kept: string[] = [];
  #keptCharacters = 0;

  constructor(key: string, session: Session) {
    this.key = key;
    this.session = session;
    session.output = this;
  }

  get attached(): boolean {
    return this.#connection !== undefined;
  }

  /** The socket it has now. */
  get connection(): Connection | undefined {
    return this.#connection;
  }

  /** Takes what a socket brings. */
  receive(text: string): void {
    const received = text.startsWith(ACKNOWLEDGEMENT) ? countIn(text) : undefined;
    if (received !== undefined) {
      this.#forget(received);
      return;
    }
    this.#taken += 1;
    this.session.receive(text);
  }

  send(text: string): void {
    this.#kept.push(text);
    this.#keptCharacters += text.length;
    while (this.#keptCharacters > MAX_KEPT_CHARACTERS && this.#kept.length > 1) this.#forget(this.#dropped + 1);
    this.#connection?.send(text);
  }

  end(code: number, reason: string): void {
    this.#connection?.end(code, reason);
  }

  /**
   * Goes on over another socket; the old one, if the server still takes it for open, is closed. Tells the client how many
   * of its messages were taken, and sends what it has not received.
   *
   * @param received replies that the client has
   * @returns false when that cannot be, for replies that it lacks are kept no more
   */
  attach(connection: Connection, received: number, windowMs: number): boolean {
    if (received < this.#dropped || received > this.#dropped + this.#kept.length) return false;
    const before = this.#connection;
    this.#connection = connection;
    connection.resumable = this;
    connection.session = this.session;
    before?.end(CloseCode.Normal, "Another socket goes on with the session.");
    this.#forget(received);
    const data = { session_id: this.session.id, taken: this.#taken, window_ms: windowMs };
    connection.send(stringifyJson({ type: "session", data }));
    for (const text of this.#kept) connection.send(text);
    // The old socket may have stopped it, for a peer that did not read.
    this.session.resume();
    return true;
  }

  /** The socket is gone. False when another one had taken its place. */
  detach(connection: Connection): boolean {
    if (this.#connection !== connection) return false;
    this.#connection = undefined;
    return true;
  }

  #forget(received: number): void {
    const gone = this.#kept.splice(0, received - this.#dropped);
    this.#dropped += gone.length;
    for (const text of gone) this.#keptCharacters -= text.length;
  }
}

function countIn(text: string): number | undefined {
  let message: unknown;
  try {
    message = parseJson(text);
  } catch {
    return undefined;
  }
  const data = isJsonObject(message) ? message.data : undefined;
  const count = isJsonObject(data) ? data.count : undefined;
  return typeof count === "number" && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}
