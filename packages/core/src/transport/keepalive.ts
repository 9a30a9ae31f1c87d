/**
 * Pings a peer and tells when it has been silent for too long. Works on timers and a counter only, so that every
 * runtime's socket can use it; the socket sends the pings.
 */
import { TimeoutError } from "../errors/local-errors.ts";

/**
 * What a process that was busy has not read yet is lying in its socket when the timer at last fires: it gets this long
 * to be read before the peer counts as silent (OE-07), in milliseconds.
 */
const READ_BACKLOG_MS = 50;

/** What {@link Keepalive} needs to know of a socket. */
export interface KeepaliveTarget {
  ping(): void;
  /** A number that changes whenever anything arrives, pongs included. */
  arrivals(): number;
  /** The peer has been silent. */
  silent(error: TimeoutError): void;
}

/** Keeps one socket alive from {@link start} to {@link stop}. */
export class Keepalive {
  readonly #target: KeepaliveTarget;
  readonly #intervalMs: number;
  readonly #timeoutMs: number | null;
  #pings: ReturnType<typeof setInterval> | undefined;
  #deadline: ReturnType<typeof setTimeout> | undefined;
  #arrivals = -1;

  constructor(target: KeepaliveTarget, intervalMs: number, timeoutMs: number | null) {
    this.#target = target;
    this.#intervalMs = intervalMs;
    this.#timeoutMs = timeoutMs;
  }

  start(): void {
    this.#pings = setInterval(() => this.#ping(), this.#intervalMs);
  }

  stop(): void {
    clearInterval(this.#pings);
    clearTimeout(this.#deadline);
  }

  #ping(): void {
    if (this.#timeoutMs !== null) this.#expect(this.#timeoutMs);
    this.#target.ping();
  }

  /** Waits from this ping on, unless an earlier one is still without an answer. */
  #expect(timeoutMs: number): void {
    const arrivals = this.#target.arrivals();
    if (arrivals === this.#arrivals) return;
    this.#arrivals = arrivals;
    clearTimeout(this.#deadline);
    this.#deadline = setTimeout(() => {
      this.#deadline = setTimeout(() => this.#judge(timeoutMs), READ_BACKLOG_MS);
    }, timeoutMs);
  }

  #judge(timeoutMs: number): void {
    if (this.#target.arrivals() !== this.#arrivals) return;
    this.stop();
    this.#target.silent(
      new TimeoutError(`The peer did not answer a ping within pingTimeoutMs (${timeoutMs} ms).`, {
        details: { pingTimeoutMs: timeoutMs },
      }),
    );
  }
}
