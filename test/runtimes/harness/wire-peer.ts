/**
 * The other end of a server's socket, for tests: it sends what it is told to, right or wrong, and hides nothing of what
 * comes back. It is no client: no queue of requests, no reconnect.
 */
import type { Socket } from "node:net";
import { encodeFrame, type Frame, type FrameOptions, FrameReader, Opcode } from "./frame.ts";
import { type HandshakeOptions, shakeHands } from "./handshake.ts";

export interface PeerOptions extends HandshakeOptions {
  /** Whether pings are answered. Default `true`. */
  readonly pong?: boolean;
}

/** How a socket ended: the server's close frame, or 1006 when there was none. */
export interface PeerClose {
  readonly code: number;
  readonly reason: string;
}

/** A message of the protocol. Its data is declared as whatever a test may look for; the test's assertion is the check. */
export interface Message {
  readonly type: string;
  readonly data: MessageData;
}

export interface MessageData {
  readonly [key: string]: unknown;
  readonly observation: Readonly<Record<string, unknown>>;
  readonly message: string;
  readonly code: string;
  readonly errors: readonly { readonly type: string; readonly loc: readonly unknown[]; readonly input?: unknown }[];
}

interface Waiter {
  resolve(text: string): void;
  reject(error: Error): void;
}

export class WirePeer implements AsyncDisposable {
  /** Of the server's answer to the handshake. */
  readonly headers: ReadonlyMap<string, string>;
  readonly closed: Promise<PeerClose>;
  pings = 0;
  /** Bits that a frame of the server had beside `fin` and opcode. */
  reserved = 0;
  readonly #socket: Socket;
  readonly #pong: boolean;
  readonly #reader = new FrameReader();
  #texts: string[] = [];
  #waiters: Waiter[] = [];
  #parts: Buffer[] = [];
  #close: PeerClose | undefined;
  #ended: PeerClose | undefined;
  #onPing: (() => void)[] = [];
  #onPong: ((payload: Buffer) => void)[] = [];

  private constructor(socket: Socket, headers: ReadonlyMap<string, string>, pong: boolean) {
    this.#socket = socket;
    this.headers = headers;
    this.#pong = pong;
    this.closed = new Promise((resolve) => {
      socket.on("close", () => resolve(this.#finish()));
    });
    socket.on("error", () => socket.destroy());
    socket.on("end", () => socket.end());
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
  }

  /** @throws HandshakeRefused */
  static async open(url: string, options: PeerOptions = {}): Promise<WirePeer> {
    const { socket, headers, rest } = await shakeHands(url, options);
    const peer = new WirePeer(socket, headers, options.pong ?? true);
    peer.#read(rest);
    socket.resume();
    return peer;
  }

  /** Sends a message. */
  send(message: unknown): void {
    this.sendText(JSON.stringify(message));
  }

  sendText(text: string): void {
    this.sendFrame(Opcode.Text, Buffer.from(text));
  }

  sendFrame(opcode: number, payload: Uint8Array, options?: FrameOptions): void {
    this.sendBytes(encodeFrame(opcode, payload, options));
  }

  /** Sends bytes that need not be frames. False when they have to wait for the server to read. */
  sendBytes(bytes: Uint8Array): boolean {
    return this.#socket.writable ? this.#socket.write(bytes) : true;
  }

  /** The next text message. Rejects when the socket ends first. */
  nextText(): Promise<string> {
    const text = this.#texts.shift();
    if (text !== undefined) return Promise.resolve(text);
    if (this.#ended !== undefined) return Promise.reject(unexpectedEnd(this.#ended));
    return new Promise((resolve, reject) => this.#waiters.push({ resolve, reject }));
  }

  async next(): Promise<Message> {
    return JSON.parse(await this.nextText()) as Message;
  }

  /** Sends a message and gives the next one that comes. */
  ask(message: unknown): Promise<Message> {
    this.send(message);
    return this.next();
  }

  askText(text: string): Promise<Message> {
    this.sendText(text);
    return this.next();
  }

  /** Resolves with the next ping. */
  nextPing(): Promise<void> {
    return new Promise((resolve) => this.#onPing.push(resolve));
  }

  /** Resolves with what the next pong holds. */
  nextPong(): Promise<Buffer> {
    return new Promise((resolve) => this.#onPong.push(resolve));
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Starts the close handshake, and gives how it ended. */
  close(code = 1000): Promise<PeerClose> {
    const payload = Buffer.alloc(2);
    payload.writeUInt16BE(code);
    if (this.#ended === undefined) this.sendFrame(Opcode.Close, payload);
    return this.closed;
  }

  /** Drops the connection without a word. */
  abort(): void {
    this.#socket.resetAndDestroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.destroy();
    await this.closed;
  }

  #read(chunk: Buffer): void {
    for (const frame of this.#reader.push(chunk)) this.#take(frame);
  }

  #take(frame: Frame): void {
    this.reserved |= frame.reserved;
    switch (frame.opcode) {
      case Opcode.Ping:
        this.#pinged(frame);
        return;
      case Opcode.Pong:
        for (const resolve of this.#onPong.splice(0)) resolve(frame.payload);
        return;
      case Opcode.Close:
        this.#closing(frame);
        return;
      case Opcode.Text:
      case Opcode.Continuation:
        this.#parts.push(frame.payload);
        if (frame.fin) this.#deliver(Buffer.concat(this.#parts.splice(0)).toString());
        return;
      default:
        return;
    }
  }

  #deliver(text: string): void {
    const waiter = this.#waiters.shift();
    if (waiter === undefined) this.#texts.push(text);
    else waiter.resolve(text);
  }

  #pinged(frame: Frame): void {
    this.pings += 1;
    if (this.#pong) this.sendFrame(Opcode.Pong, frame.payload);
    for (const resolve of this.#onPing.splice(0)) resolve();
  }

  #closing({ payload }: Frame): void {
    const code = payload.byteLength >= 2 ? payload.readUInt16BE(0) : 1005;
    this.#close = { code, reason: payload.subarray(2).toString() };
    this.sendFrame(Opcode.Close, payload.subarray(0, 2));
  }

  #finish(): PeerClose {
    this.#ended = this.#close ?? { code: 1006, reason: "" };
    for (const waiter of this.#waiters.splice(0)) waiter.reject(unexpectedEnd(this.#ended));
    return this.#ended;
  }
}

function unexpectedEnd({ code, reason }: PeerClose): Error {
  return new Error(`The server closed the socket (${code} ${JSON.stringify(reason)}) where a message was due.`);
}
