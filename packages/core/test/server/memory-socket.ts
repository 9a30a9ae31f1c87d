/**
 * A {@link SocketPort} that is no socket: what a server does with it is written down, and the network behind it is
 * whatever the test says.
 */
import type { Connection, EnvServer, SocketPort } from "@openenv/core/server";

export interface MemorySocketOptions {
  /** Default `true`. */
  readonly pings?: boolean;
  /** Default `true`. */
  readonly pauses?: boolean;
}

/** A message of a server, for reading in tests. */
export interface Reply {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export class MemorySocket implements SocketPort {
  /** What the server sent, as text. */
  readonly sent: string[] = [];
  readonly closes: { readonly code: number; readonly reason: string }[] = [];
  terminated = 0;
  pinged = 0;
  paused = false;
  /** Bytes the network has not taken. Grows with every message while {@link blocked}. */
  unsent = 0;
  blocked = false;
  declare readonly ping?: () => void;
  declare readonly pause?: () => void;
  declare readonly resume?: () => void;

  constructor({ pings = true, pauses = true }: MemorySocketOptions = {}) {
    if (pings) this.ping = () => void (this.pinged += 1);
    if (pauses) {
      this.pause = () => void (this.paused = true);
      this.resume = () => void (this.paused = false);
    }
  }

  send(text: string): void {
    this.sent.push(text);
    if (this.blocked) this.unsent += text.length;
  }

  close(code: number, reason: string): void {
    this.closes.push({ code, reason });
  }

  terminate(): void {
    this.terminated += 1;
  }

  bufferedAmount(): number {
    return this.unsent;
  }

  /** Takes the messages that have been sent since it was last called. */
  take(): readonly Reply[] {
    return this.sent.splice(0).map((text) => JSON.parse(text) as Reply);
  }
}

/** A socket that is connected to a server. */
export function openSocket(
  server: EnvServer,
  options?: MemorySocketOptions,
): { socket: MemorySocket; connection: Connection } {
  const socket = new MemorySocket(options);
  return { socket, connection: server.acceptSocket(socket) };
}

/** Sends a message as a peer would. */
export function tell(connection: Connection, message: unknown): void {
  connection.receive(JSON.stringify(message));
}

/** Resolves when everything that can go on without the outside has gone on. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
