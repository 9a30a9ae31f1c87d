/**
 * The calls of one connection in the order of their replies, and the one timer that watches over all of them. Knows
 * nothing of sockets or messages.
 */
import { TimeoutError } from "../errors/local-errors.ts";
import type { Abandoned, PendingRequest } from "./pending-request.ts";

/** A first-in, first-out queue of calls. Those that were sent stand before those that were not. */
export class RequestQueue {
  readonly #messageTimeoutMs: number;
  readonly #listener: Abandoned;
  #head: PendingRequest | null = null;
  #tail: PendingRequest | null = null;
  /** When the head became the one whose reply is the next to come. */
  #headSince = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerAt: number = Number.POSITIVE_INFINITY;

  /** @param listener is told of a call whose time is over; the call is still in the queue then */
  constructor(messageTimeoutMs: number, listener: Abandoned) {
    this.#messageTimeoutMs = messageTimeoutMs;
    this.#listener = listener;
  }

  get head(): PendingRequest | null {
    return this.#head;
  }

  push(request: PendingRequest): void {
    if (this.#tail === null) {
      this.#head = request;
      this.#headSince = performance.now();
      this.#watch(this.#headSince + this.#messageTimeoutMs);
    } else {
      this.#tail.next = request;
    }
    this.#tail = request;
    if (request.deadline < this.#timerAt) this.#watch(request.deadline);
  }

  /** Takes the call whose reply has come. */
  shift(): PendingRequest | null {
    const request = this.#head;
    if (request === null) return null;
    this.#head = request.next;
    request.next = null;
    if (this.#head === null) this.#tail = null;
    else this.#headSince = performance.now();
    return request;
  }

  /** Takes one call out, wherever it stands. */
  remove(request: PendingRequest): void {
    if (request === this.#head) {
      this.shift();
      return;
    }
    let before = this.#head;
    while (before !== null && before.next !== request) before = before.next;
    if (before === null) return;
    before.next = request.next;
    if (request === this.#tail) this.#tail = before;
  }

  /** The length of the longest message that was sent and not answered, in UTF-16 units. */
  largestSent(): number {
    let largest = 0;
    for (let request = this.#head; request?.sent === true; request = request.next) {
      largest = Math.max(largest, request.text.length);
    }
    return largest;
  }

  /** Empties the queue and stops its timer. */
  drain(): PendingRequest[] {
    clearTimeout(this.#timer);
    this.#timerAt = Number.POSITIVE_INFINITY;
    const requests: PendingRequest[] = [];
    for (let request = this.shift(); request !== null; request = this.shift()) requests.push(request);
    return requests;
  }

  /**
   * The timer is set for the earliest moment anything can be over, and left alone when a reply comes: what was meant is
   * worked out when it fires. So a call costs no timer of its own.
   */
  #watch(at: number): void {
    if (at >= this.#timerAt) return;
    clearTimeout(this.#timer);
    this.#timerAt = at;
    this.#timer = setTimeout(() => this.#look(), Math.max(0, at - performance.now()));
  }

  #look(): void {
    this.#timerAt = Number.POSITIVE_INFINITY;
    const now = performance.now();
    let earliest: number = Number.POSITIVE_INFINITY;
    for (let request = this.#head; request !== null; request = request.next) {
      if (request.deadline <= now) {
        this.#listener.abandoned(request, tooLate(request, "timeoutMs", request.timeoutMs));
        // The queue may be another one now.
        this.#look();
        return;
      }
      earliest = Math.min(earliest, request.deadline);
    }
    const head = this.#head;
    if (head === null) return;
    const headDeadline = this.#headSince + this.#messageTimeoutMs;
    if (head.sent && headDeadline <= now) {
      this.#listener.abandoned(head, tooLate(head, "messageTimeoutMs", this.#messageTimeoutMs));
      return;
    }
    this.#watch(Math.min(earliest, head.sent ? headDeadline : now + this.#messageTimeoutMs));
  }
}

function tooLate(request: PendingRequest, option: string, limitMs: number | undefined): TimeoutError {
  const lost = request.sent ? " The session was given up, since a late reply could pass for another call's." : "";
  return new TimeoutError(`No reply to ${request.kind} within ${option} (${limitMs} ms).${lost}`, {
    retryable: !request.sent || request.kind === "reset",
    details: { call: request.kind, option, limitMs },
  });
}
