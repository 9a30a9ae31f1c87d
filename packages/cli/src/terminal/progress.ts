/**
 * Shows that something long goes on: a spinner where there is a terminal, a line for each step elsewhere.
 */
import process from "node:process";

export interface Progress extends Disposable {
  /** What is done now. */
  update(message: string): void;
  /** Ends it. Without a message nothing is left of it. */
  done(message?: string): void;
}

interface ProgressOptions {
  readonly animated: boolean;
  readonly say: (text: string) => void;
}

const FRAMES = ["◒", "◐", "◓", "◑"];
const FRAME_MS = 80;
const CLEAR = "\r\u001B[2K";

export function startSpinner(first: string, { animated, say }: ProgressOptions): Progress {
  return animated ? new Spinner(first, say) : new Lines(first, say);
}

class Lines implements Progress {
  readonly #say: (text: string) => void;
  #last = "";

  constructor(first: string, say: (text: string) => void) {
    this.#say = say;
    this.update(first);
  }

  update(message: string): void {
    if (message !== this.#last) this.#say(`${message} …`);
    this.#last = message;
  }

  done(message?: string): void {
    if (message !== undefined) this.#say(message);
  }

  [Symbol.dispose](): void {}
}

class Spinner implements Progress {
  readonly #say: (text: string) => void;
  readonly #timer: ReturnType<typeof setInterval>;
  #message: string;
  #frame = 0;

  constructor(first: string, say: (text: string) => void) {
    this.#message = first;
    this.#say = say;
    this.#timer = setInterval(() => this.#draw(), FRAME_MS);
    this.#timer.unref();
  }

  update(message: string): void {
    this.#message = message;
  }

  done(message?: string): void {
    clearInterval(this.#timer);
    process.stderr.write(CLEAR);
    if (message !== undefined) this.#say(message);
  }

  [Symbol.dispose](): void {
    this.done();
  }

  #draw(): void {
    this.#frame = (this.#frame + 1) % FRAMES.length;
    process.stderr.write(`${CLEAR}${FRAMES[this.#frame]} ${this.#message}`);
  }
}
