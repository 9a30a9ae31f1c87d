/**
 * One socket on the server's side, without the socket: it joins a {@link SocketPort} to a session and keeps both within
 * their limits. The runtime files only move messages between their sockets and this.
 */
import { CloseCode, truncateCloseReason } from "../protocol/close-code.ts";
import { exceedsUtf8Bytes } from "../transport/message-size.ts";
import { encodeError, type Dialect } from "./dialect.ts";
import type { Resumable } from "./resumable.ts";
import type { Session, SessionOutput } from "./session.ts";

/** What a runtime gives of its socket. */
export interface SocketPort {
  send(text: string): void;
  /** Starts the close handshake. */
  close(code: number, reason: string): void;
  /** Ends the socket without a handshake. */
  terminate(): void;
  /** Bytes handed to `send` that the network has not taken yet. */
  bufferedAmount(): number;
  /** Left out where the runtime cannot ping. */
  ping?(): void;
  /** Stops reading, so that the peer has to wait. Left out where the runtime cannot; the queue is bounded then. */
  pause?(): void;
  resume?(): void;
}

/** Unsent bytes past which a socket's session takes no further message. */
const HIGH_WATER_BYTES = 1024 * 1024;
/** One UTF-16 unit takes up to this many bytes of UTF-8. */
const MOST_BYTES_PER_CHARACTER = 3;
/** Messages a peer may send ahead of the replies. */
const MAX_QUEUED_MESSAGES = 4096;
/** Stands for a binary message that is no text. It is no JSON either, so it is refused in its turn, behind those before it. */
const NOT_UTF8 = "(a binary message that is not UTF-8)";
/** How long a refused peer has to read why, if it says nothing itself, in milliseconds. */
const REFUSAL_GRACE_MS = 1000;
/** How long a peer has to answer the close handshake, in milliseconds. */
const CLOSE_GRACE_MS = 2000;

/** What a connection tells the server around it. */
export interface ConnectionHost {
  /**
   * Nothing more will be received; the close handshake may not be over yet. Called once.
   *
   * @param isFinal whether an end was put to the session: the socket did not just break
   */
  disconnected(connection: Connection, isFinal: boolean): void;
}

export class Connection implements SessionOutput {
  /** Set by every sign of life; the sweeper clears it. */
  heard = true;
  /** When the sweeper last found a sign of life, in milliseconds of its clock. */
  lastHeard = 0;
  /** When the sweeper asked for one, unless it has been given since. */
  pinged: number | undefined;
  session: Session | undefined;
  /** Set where the session waits for another socket when this one breaks. */
  resumable: Resumable | undefined;
  readonly attached = true;
  readonly dialect: Dialect;
  readonly #port: SocketPort;
  readonly #maxMessageBytes: number;
  readonly #host: ConnectionHost;
  /** Bytes that may be unsent: never fewer than there are. */
  #unsentAtMost = 0;
  #writeBlocked = false;
  #readPaused = false;
  #state: "open" | "refused" | "closing" | "closed" = "open";
  /** Runs out when the peer has taken too long to read a refusal, or to answer the close handshake. */
  #grace: ReturnType<typeof setTimeout> | undefined;

  constructor(port: SocketPort, maxMessageBytes: number, host: ConnectionHost, dialect: Dialect = "session") {
    this.#port = port;
    this.dialect = dialect;
    this.#maxMessageBytes = maxMessageBytes;
    this.#host = host;
  }

  get closed(): boolean {
    return this.#state === "closed";
  }

  /** Makes this the socket of `session`. */
  attach(session: Session): void {
    this.session = session;
    session.output = this;
  }

  /** A text message arrived. One that is over the limit ends the connection with 1009. */
  receive(text: string): void {
    this.heard = true;
    if (this.#state !== "open") {
      this.#finishRefusal();
      return;
    }
    if (exceedsUtf8Bytes(text, this.#maxMessageBytes)) {
      this.#endTooBig();
      return;
    }
    const { session } = this;
    if (session === undefined) return;
    (this.resumable ?? session).receive(text);
    if (session.queued > 0) this.#limitQueue(session);
  }

  /** A binary message arrived: UTF-8 is taken as text, so that no peer loses its session over the opcode. */
  receiveBinary(bytes: Uint8Array): void {
    if (bytes.byteLength > this.#maxMessageBytes) {
      this.#endTooBig();
      return;
    }
    let text: string;
    try {
      text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      text = NOT_UTF8;
    }
    this.receive(text);
  }

  /** The peer answered a ping. */
  receivePong(): void {
    this.heard = true;
  }

  /** The network has taken what was unsent. */
  drained(): void {
    if (!this.#writeBlocked || this.#countUnsent() > HIGH_WATER_BYTES) return;
    this.#writeBlocked = false;
    this.session?.resume();
    this.#resumeReading();
  }

  /** The socket is gone. By 1000 the peer has put an end to the session; anything else may be an accident. */
  gone(code?: number): void {
    const ended = this.#state === "closing" || this.#state === "closed";
    this.#state = "closed";
    clearTimeout(this.#grace);
    if (!ended) this.#host.disconnected(this, code === CloseCode.Normal);
  }

  send(text: string): void {
    if (this.#state !== "open") return;
    this.#port.send(text);
    // The runtime is asked only when the answer could matter: asking costs as much as a small message's JSON.
    this.#unsentAtMost += MOST_BYTES_PER_CHARACTER * text.length;
    if (this.#unsentAtMost > HIGH_WATER_BYTES && this.#countUnsent() > HIGH_WATER_BYTES) this.#blockWriting();
    else if (this.#readPaused) this.#resumeReading();
  }

  end(code: number, reason: string): void {
    if (this.#state === "closing" || this.#state === "closed") return;
    this.#state = "closing";
    clearTimeout(this.#grace);
    this.#grace = setTimeout(() => this.terminate(), CLOSE_GRACE_MS);
    // A peer whose reading was stopped could not answer the close handshake.
    this.#port.resume?.();
    this.#port.close(code, truncateCloseReason(reason));
    this.#host.disconnected(this, true);
  }

  /**
   * Tells why there is no session, and closes when the peer has had time to read it: right after the close the first
   * message of an older Python client would fail, and with it the reason be lost (PROTOCOL §9.1 row 1).
   */
  refuse(error: unknown): void {
    this.send(encodeError(error, this.dialect));
    this.#state = "refused";
    this.#grace = setTimeout(() => this.#finishRefusal(), REFUSAL_GRACE_MS);
  }

  /** Asks the peer for a sign of life; false where the runtime cannot. */
  ping(): boolean {
    if (this.#port.ping === undefined) return false;
    this.#port.ping();
    return true;
  }

  /** Ends a socket whose peer does not answer. */
  terminate(): void {
    this.#port.terminate();
    this.gone();
  }

  #endTooBig(): void {
    this.end(CloseCode.MessageTooBig, `The limit is ${this.#maxMessageBytes} bytes.`);
  }

  #finishRefusal(): void {
    if (this.#state === "refused") this.end(CloseCode.Normal, "");
  }

  #countUnsent(): number {
    this.#unsentAtMost = this.#port.bufferedAmount();
    return this.#unsentAtMost;
  }

  #blockWriting(): void {
    this.#writeBlocked = true;
    this.session?.pause();
    this.#pauseReading();
  }

  #limitQueue(session: Session): void {
    const maxQueuedCharacters = 4 * this.#maxMessageBytes;
    if (session.queued < MAX_QUEUED_MESSAGES / 2 && session.queuedCharacters < maxQueuedCharacters / 2) return;
    if (this.#port.pause !== undefined) {
      this.#pauseReading();
    } else if (session.queued > MAX_QUEUED_MESSAGES || session.queuedCharacters > maxQueuedCharacters) {
      this.end(CloseCode.PolicyViolation, "Too many messages were sent ahead of the replies.");
    }
  }

  #pauseReading(): void {
    if (this.#readPaused || this.#port.pause === undefined) return;
    this.#readPaused = true;
    this.#port.pause();
  }

  #resumeReading(): void {
    const { session } = this;
    if (
      !this.#readPaused ||
      this.#writeBlocked ||
      (session !== undefined && session.queued > MAX_QUEUED_MESSAGES / 4)
    ) {
      return;
    }
    this.#readPaused = false;
    this.#port.resume?.();
  }
}
