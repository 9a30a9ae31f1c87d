/**
 * One connection of the generator: a raw TCP socket that speaks just enough WebSocket to keep a fixed number of steps
 * in flight. A WebSocket library would cost more than the servers it is to measure.
 */
import { FrameCounter, pongFrame, repeated } from "./frame.ts";

/** Who is told of replies. Latencies are in milliseconds. */
export interface ReplyListener {
  replied(latencyMs: number): void;
  failed(error: Error): void;
}

export interface LoadSocketOptions {
  readonly port: number;
  /** A whole masked frame. */
  readonly frame: Uint8Array;
  readonly replyBytes: number;
  /** Steps in flight. */
  readonly depth: number;
}

const HANDSHAKE_END = "\r\n\r\n";

export class LoadSocket {
  readonly #frameBytes: number;
  readonly #batch: Uint8Array;
  readonly #listener: ReplyListener;
  readonly #counter: FrameCounter;
  /** When each step in flight was sent, oldest at `#oldest`. */
  readonly #sentAt: Float64Array;
  #oldest = 0;
  #socket: Bun.Socket | undefined;
  #unwritten: Uint8Array[] = [];
  #stopped = false;

  private constructor(options: LoadSocketOptions, listener: ReplyListener) {
    this.#frameBytes = options.frame.length;
    this.#batch = repeated(options.frame, options.depth);
    this.#sentAt = new Float64Array(options.depth);
    this.#counter = new FrameCounter(options.replyBytes);
    this.#listener = listener;
  }

  /** Opens a connection and finishes the handshake; nothing is sent yet. */
  static async open(options: LoadSocketOptions, listener: ReplyListener): Promise<LoadSocket> {
    const self = new LoadSocket(options, listener);
    await self.#connect(options.port);
    return self;
  }

  /** Fills the connection with steps. Each reply is followed by the next step, until {@link stop}. */
  start(): void {
    this.#sentAt.fill(performance.now());
    this.#write(this.#batch);
  }

  /** Sends no further step. */
  stop(): void {
    this.#stopped = true;
  }

  close(): void {
    this.#stopped = true;
    this.#socket?.end();
  }

  #connect(port: number): Promise<void> {
    return new Promise((resolve, reject) => {
      let handshake: string | undefined = "";
      const fail = (error: Error): void => {
        reject(error);
        if (!this.#stopped) this.#listener.failed(error);
      };
      const receive = (chunk: Uint8Array): void => {
        if (handshake === undefined) {
          this.#receive(chunk);
          return;
        }
        handshake += new TextDecoder("latin1").decode(chunk);
        if (!handshake.includes(HANDSHAKE_END)) return;
        if (!handshake.startsWith("HTTP/1.1 101")) fail(new Error(`The server refused the upgrade: ${handshake}`));
        handshake = undefined;
        resolve();
      };
      void Bun.connect({
        hostname: "127.0.0.1",
        port,
        socket: {
          open: (socket) => {
            this.#socket = socket;
            socket.setNoDelay(true);
            this.#write(new TextEncoder().encode(upgradeRequest(port)));
          },
          data: (_socket, chunk) => receive(chunk),
          drain: () => this.#flush(),
          close: () => fail(new Error("The server closed a connection.")),
          error: (_socket, error) => fail(error),
        },
      }).catch(reject);
    });
  }

  #receive(chunk: Uint8Array): void {
    const counter = this.#counter;
    const replies = counter.push(chunk);
    if (counter.closed || counter.oddSize !== undefined) {
      this.#stopped = true;
      this.#listener.failed(new Error(counter.closed ? "The server closed." : `A reply had ${counter.oddSize} bytes.`));
    }
    const now = performance.now();
    for (let index = 0; index < replies; index += 1) {
      this.#listener.replied(now - (this.#sentAt[this.#oldest] ?? now));
      this.#sentAt[this.#oldest] = now;
      this.#oldest = this.#oldest + 1 === this.#sentAt.length ? 0 : this.#oldest + 1;
    }
    if (replies > 0 && !this.#stopped) this.#write(this.#batch.subarray(0, replies * this.#frameBytes));
    for (; counter.pings > 0; counter.pings -= 1) this.#write(pongFrame());
  }

  #write(bytes: Uint8Array): void {
    if (this.#unwritten.length > 0) {
      this.#unwritten.push(bytes);
      return;
    }
    const written = this.#socket?.write(bytes) ?? 0;
    if (written < bytes.length) this.#unwritten.push(bytes.subarray(Math.max(0, written)));
  }

  #flush(): void {
    const bytes = this.#unwritten;
    this.#unwritten = [];
    for (const part of bytes) this.#write(part);
  }
}

function upgradeRequest(port: number): string {
  const lines = [
    "GET /ws HTTP/1.1",
    `Host: 127.0.0.1:${port}`,
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Key: AAECAwQFBgcICQoLDA0ODw==",
    "Sec-WebSocket-Version: 13",
  ];
  return lines.join("\r\n") + HANDSHAKE_END;
}
