/**
 * A WebSocket server for tests, made of a TCP socket and nothing else: it can do what no library would (not answer a
 * close frame, swallow pings, cut the line in the middle), and it is the same on every runtime.
 */
import { createHash } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";

const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/** What the server does when a socket arrives. */
export interface FakeServerOptions {
  /** Called for each request to upgrade; the default accepts it. */
  readonly upgrade?: (connection: FakeConnection) => void;
  /** Called for each text message. */
  readonly message?: (connection: FakeConnection, text: string) => void;
  /** Called when the upgrade was accepted. */
  readonly open?: (connection: FakeConnection) => void;
  /** Default `true`. */
  readonly answersPings?: boolean;
  /** Default `true`. */
  readonly answersClose?: boolean;
}

/** One socket of a {@link FakeServer}. */
export class FakeConnection {
  /** The request line and the headers, as they came. */
  readonly head: string;
  /** Every text message so far. */
  readonly messages: string[] = [];
  pings = 0;
  /** Resolves when the client closed or cut the connection, with its close code if it sent one. */
  readonly ended: Promise<number | undefined>;
  readonly socket: Socket;
  readonly #options: FakeServerOptions;
  #received: Buffer = Buffer.alloc(0);
  #fragments: Buffer = Buffer.alloc(0);
  #closeCode: number | undefined;
  #waiting: ((text: string) => void)[] = [];
  #taken = 0;

  constructor(socket: Socket, head: string, options: FakeServerOptions) {
    this.socket = socket;
    this.head = head;
    this.#options = options;
    this.ended = new Promise((resolve) => socket.on("close", () => resolve(this.#closeCode)));
  }

  /** Completes the handshake; `extra` is written in the same packet. */
  accept(extra: Buffer = Buffer.alloc(0)): void {
    const key = /sec-websocket-key: *(\S+)/i.exec(this.head)?.[1] ?? "";
    const proof = createHash("sha1")
      .update(key + GUID)
      .digest("base64");
    const lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade"];
    const head = `${[...lines, `Sec-WebSocket-Accept: ${proof}`].join("\r\n")}\r\n\r\n`;
    this.socket.write(Buffer.concat([Buffer.from(head), extra]));
    this.#options.open?.(this);
  }

  /** Answers the upgrade with an HTTP response instead. */
  refuse(status: number, body: string): void {
    this.socket.end(
      `HTTP/1.1 ${status} No\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
    );
  }

  /** The next text message nobody has asked for yet. */
  next(): Promise<string> {
    const text = this.messages[this.#taken];
    this.#taken += 1;
    return text === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(text);
  }

  send(message: unknown): void {
    this.write(textFrame(message));
  }

  write(bytes: Buffer): void {
    if (this.socket.writable) this.socket.write(bytes);
  }

  /** Sends a close frame and ends the socket, as a server does that closes by itself. */
  close(code?: number, reason = ""): void {
    this.write(closeFrame(code, reason));
    this.socket.end();
  }

  /** Cuts the line. */
  cut(): void {
    this.socket.resetAndDestroy();
  }

  receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (let frame = this.#readFrame(); frame !== null; frame = this.#readFrame()) this.#handle(frame);
  }

  #handle({ opcode, payload, fin }: Frame): void {
    if (opcode === 8) {
      this.#closeCode = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
      if (this.#options.answersClose !== false) this.close(payload.length >= 2 ? this.#closeCode : undefined);
    } else if (opcode === 9) {
      this.pings += 1;
      if (this.#options.answersPings !== false) this.write(frameOf(10, payload));
    } else if (opcode <= 2) {
      this.#fragments = Buffer.concat([this.#fragments, payload]);
      if (!fin) return;
      const text = this.#fragments.toString();
      this.#fragments = Buffer.alloc(0);
      this.messages.push(text);
      const waiting = this.#waiting.shift();
      waiting?.(text);
      this.#options.message?.(this, text);
    }
  }

  #readFrame(): Frame | null {
    const bytes = this.#received;
    if (bytes.length < 2) return null;
    const first = bytes.readUInt8(0);
    const second = bytes.readUInt8(1);
    let length = second & 127;
    let at = 2;
    if (length === 126) {
      if (bytes.length < 4) return null;
      length = bytes.readUInt16BE(2);
      at = 4;
    } else if (length === 127) {
      if (bytes.length < 10) return null;
      length = Number(bytes.readBigUInt64BE(2));
      at = 10;
    }
    const masked = second > 127;
    const start = masked ? at + 4 : at;
    if (bytes.length < start + length) return null;
    const payload = Buffer.from(bytes.subarray(start, start + length));
    if (masked) for (let i = 0; i < length; i += 1) payload[i] = payload.readUInt8(i) ^ bytes.readUInt8(at + (i & 3));
    this.#received = bytes.subarray(start + length);
    return { opcode: first & 15, fin: first > 127, payload };
  }
}

interface Frame {
  readonly opcode: number;
  readonly fin: boolean;
  readonly payload: Buffer;
}

/** A server on a free port of the loopback interface. */
export class FakeServer implements AsyncDisposable {
  readonly connections: FakeConnection[] = [];
  /** TCP connections, those without a complete request included. */
  accepted = 0;
  readonly #options: FakeServerOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #waiting: (() => void)[] = [];

  private constructor(options: FakeServerOptions) {
    this.#options = options;
    this.#server = createServer((socket) => this.#accept(socket));
  }

  static async start(options: FakeServerOptions = {}): Promise<FakeServer> {
    const server = new FakeServer(options);
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === "object" && address !== null ? address.port : 0;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The connection of that number, counted from 0, when its request has come. */
  async connection(index: number): Promise<FakeConnection> {
    for (;;) {
      const connection = this.connections[index];
      if (connection !== undefined) return connection;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #accept(socket: Socket): void {
    this.accepted += 1;
    this.#sockets.add(socket);
    let connection: FakeConnection | undefined;
    let head = Buffer.alloc(0);
    socket.on("error", () => {});
    socket.on("close", () => this.#sockets.delete(socket));
    socket.on("data", (chunk: Buffer) => {
      if (connection !== undefined) {
        connection.receive(chunk);
        return;
      }
      head = Buffer.concat([head, chunk]);
      const end = head.indexOf("\r\n\r\n");
      if (end === -1) return;
      connection = new FakeConnection(socket, head.subarray(0, end).toString(), this.#options);
      this.connections.push(connection);
      for (const resolve of this.#waiting.splice(0)) resolve();
      if (this.#options.upgrade === undefined) connection.accept();
      else this.#options.upgrade(connection);
      if (head.length > end + 4) connection.receive(head.subarray(end + 4));
    });
  }
}

/** A text frame; anything but a string is written as JSON first. */
export function textFrame(message: unknown): Buffer {
  return frameOf(1, Buffer.from(typeof message === "string" ? message : JSON.stringify(message)));
}

export function closeFrame(code?: number, reason = ""): Buffer {
  if (code === undefined) return frameOf(8, Buffer.alloc(0));
  const payload = Buffer.alloc(2 + Buffer.byteLength(reason));
  payload.writeUInt16BE(code, 0);
  payload.write(reason, 2);
  return frameOf(8, payload);
}

function frameOf(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const head = Buffer.alloc(length < 126 ? 2 : length < 65536 ? 4 : 10);
  head.writeUInt8(128 | opcode, 0);
  if (length < 126) {
    head.writeUInt8(length, 1);
  } else if (length < 65536) {
    head.writeUInt8(126, 1);
    head.writeUInt16BE(length, 2);
  } else {
    head.writeUInt8(127, 1);
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, payload]);
}
