/**
 * The few words of memory that a blocked thread and its worker share: a bell that wakes the blocked one, a pulse that
 * shows that the worker is alive, and whether it has ended. What is said goes through a message port.
 */

/** Counts messages sent by the worker; the blocked thread waits for it to change. */
const BELL = 0;
/** Counts answered pings. 0 until the worker is ready. */
const PULSE = 1;
/** 1 when the worker can answer no more. */
const ENDED = 2;

export class ThreadSignal {
  readonly #words: Int32Array;

  constructor(memory: SharedArrayBuffer) {
    this.#words = new Int32Array(memory);
  }

  static allocate(): SharedArrayBuffer {
    return new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT);
  }

  /** By the worker, after it has sent a message. */
  ring(): void {
    Atomics.add(this.#words, BELL, 1);
    Atomics.notify(this.#words, BELL);
  }

  /** By the worker, when it is pinged or has become ready. */
  beat(): void {
    Atomics.add(this.#words, PULSE, 1);
    this.ring();
  }

  /** By the worker, whatever ends it. */
  end(): void {
    Atomics.store(this.#words, ENDED, 1);
    this.ring();
  }

  get bell(): number {
    return Atomics.load(this.#words, BELL);
  }

  get pulse(): number {
    return Atomics.load(this.#words, PULSE);
  }

  get ended(): boolean {
    return Atomics.load(this.#words, ENDED) === 1;
  }

  /**
   * Blocks until the bell rings. What the bell was must be read before looking for messages, so that none is missed.
   * It may return without a ring: the wake-up of an earlier ring can come late.
   *
   * @param seen the bell as it was
   * @param ms longest wait
   * @returns false when time was over
   */
  wait(seen: number, ms: number): boolean {
    return Atomics.wait(this.#words, BELL, seen, ms) !== "timed-out";
  }
}
