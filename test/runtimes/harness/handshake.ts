/** The opening handshake (RFC 6455 §4), byte by byte, so that a test sees exactly what a server answers. */
import { createHash, randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";

export interface HandshakeOptions {
  /** Path and query. Default `/ws`. */
  readonly path?: string;
  /** In addition to those of a handshake, or in their place; `null` leaves one out. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

/** An opened connection, and whatever the server sent right behind its answer. */
export interface Handshake {
  readonly socket: Socket;
  readonly headers: ReadonlyMap<string, string>;
  readonly rest: Buffer;
}

/** The server answered with something other than 101. */
export class HandshakeRefused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The handshake was answered with ${status}.`);
    this.status = status;
  }
}

/** @throws HandshakeRefused */
export async function shakeHands(url: string, options: HandshakeOptions = {}): Promise<Handshake> {
  const { hostname, port } = new URL(url);
  const key = randomBytes(16).toString("base64");
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  const headers = {
    host: `${hostname}:${port}`,
    upgrade: "websocket",
    connection: "Upgrade",
    "sec-websocket-version": "13",
    "sec-websocket-key": key,
    ...options.headers,
  };
  const given = Object.entries(headers).filter(([, value]) => value !== null);
  const lines = given.map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${options.path ?? "/ws"} HTTP/1.1\r\n${lines.join("")}\r\n`);
  const { head, rest } = await readHead(socket);
  const [statusLine = "", ...headerLines] = head.split("\r\n");
  const status = Number(statusLine.split(" ")[1]);
  const answered = new Map(headerLines.map((line) => [line.split(":")[0]?.toLowerCase() ?? "", afterColon(line)]));
  const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
  if (status !== 101 || answered.get("sec-websocket-accept") !== accept) {
    socket.destroy();
    throw new HandshakeRefused(status);
  }
  return { socket, headers: answered, rest };
}

function readHead(socket: Socket): Promise<{ head: string; rest: Buffer }> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0);
    const stop = (): void => {
      socket.off("data", read).off("error", fail).off("close", ended);
    };
    const read = (chunk: Buffer): void => {
      received = Buffer.concat([received, chunk]);
      const end = received.indexOf("\r\n\r\n");
      if (end < 0) return;
      stop();
      // Nothing may be lost between this listener and the next.
      socket.pause();
      resolve({ head: received.toString("latin1", 0, end), rest: received.subarray(end + 4) });
    };
    const fail = (error: Error): void => {
      stop();
      reject(error);
    };
    const ended = (): void => fail(new Error("The server hung up during the handshake."));
    socket.on("data", read).on("error", fail).on("close", ended);
  });
}

function afterColon(line: string): string {
  return line.slice(line.indexOf(":") + 1).trim();
}
