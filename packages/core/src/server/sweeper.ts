/**
 * Looks after all sockets and sessions of a server with one timer: pings the silent, drops those that do not answer,
 * ends idle sessions. Messages only set a flag, so the hot path reads no clock.
 */
import type { Connection } from "./connection.ts";
import type { Session } from "./session.ts";
import type { ServerSettings } from "./settings.ts";

type SweeperSettings = Pick<
  ServerSettings,
  "idleTimeoutMs" | "detachedTimeoutMs" | "resumeWindowMs" | "pingIntervalMs" | "pingTimeoutMs"
>;

/** What the sweeper sees of a server. */
export interface SweptServer {
  readonly connections: ReadonlySet<Connection>;
  sessions(): readonly Session[];
  endSession(session: Session, reason: string): void;
}

export class Sweeper {
  readonly #server: SweptServer;
  readonly #settings: SweeperSettings;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(server: SweptServer, settings: SweeperSettings) {
    this.#server = server;
    this.#settings = settings;
  }

  start(): void {
    const { idleTimeoutMs, detachedTimeoutMs, resumeWindowMs, pingIntervalMs, pingTimeoutMs } = this.#settings;
    const pongMs = pingIntervalMs === null ? null : pingTimeoutMs;
    const times = [idleTimeoutMs, detachedTimeoutMs, resumeWindowMs, pingIntervalMs, pongMs];
    const shortest = Math.min(...times.filter((time) => time !== null));
    if (!Number.isFinite(shortest)) return;
    this.#timer = setInterval(() => this.#sweep(performance.now()), Math.min(Math.max(shortest / 4, 10), 10_000));
    // A server that has nothing else to do may exit. Deno and browsers have numbers for timers.
    (this.#timer as { unref?: () => void }).unref?.();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #sweep(now: number): void {
    if (this.#settings.pingIntervalMs !== null) {
      for (const connection of this.#server.connections)
        this.#checkPeer(connection, now, this.#settings.pingIntervalMs);
    }
    for (const session of this.#server.sessions()) this.#checkSession(session, now);
  }

  #checkPeer(connection: Connection, now: number, pingIntervalMs: number): void {
    if (connection.heard) {
      connection.heard = false;
      connection.pinged = undefined;
      connection.lastHeard = now;
      return;
    }
    if (connection.pinged === undefined) {
      if (now - connection.lastHeard >= pingIntervalMs && connection.ping()) connection.pinged = now;
    } else if (now - connection.pinged >= this.#settings.pingTimeoutMs) {
      connection.terminate();
    }
  }

  #checkSession(session: Session, now: number): void {
    const since = session.lastActive;
    if (session.active || since === undefined || session.busy) {
      session.active = false;
      session.lastActive = now;
      return;
    }
    const { idleTimeoutMs, detachedTimeoutMs, resumeWindowMs } = this.#settings;
    const { attached } = session;
    // An agent may be left to itself between two messages (PROTOCOL §1.13).
    const idleMs = session.dialect === "harness" ? null : idleTimeoutMs;
    const limit = attached ? idleMs : session.detachable ? detachedTimeoutMs : resumeWindowMs;
    if (limit !== null && now - since >= limit) {
      this.#server.endSession(
        session,
        attached ? "The session was idle for too long." : "The session had no socket for too long.",
      );
    }
  }
}
