/**
 * What a step writes: decoded, cut at the limit, and passed on while the code runs, in few messages.
 */

/** Messages sent at once before they are gathered; a chatty program must not flood the server's event loop. */
const PROMPT_MESSAGES = 500;
const GATHER_MS = 10;

export type Send = (stream: "stdout" | "stderr", text: string) => void;

/** One stream of one worker; {@link begin} starts each step. */
export class OutputStream {
  readonly #name: "stdout" | "stderr";
  readonly #limit: number;
  readonly #send: Send;
  #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #taken = 0;
  #omitted = 0;
  #pending = "";
  #messages = 0;
  #lastSent = 0;

  constructor(name: "stdout" | "stderr", limitBytes: number, send: Send) {
    this.#name = name;
    this.#limit = limitBytes;
    this.#send = send;
  }

  begin(): void {
    this.#decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    this.#taken = 0;
    this.#omitted = 0;
    this.#pending = "";
    this.#messages = 0;
  }

  /** Takes bytes of UTF-8; what is not UTF-8 becomes U+FFFD. The bytes are not kept. */
  write(bytes: Uint8Array): void {
    const room = this.#limit - this.#taken;
    const part = bytes.length > room ? bytes.subarray(0, room) : bytes;
    this.#omitted += bytes.length - part.length;
    if (part.length === 0) return;
    this.#taken += part.length;
    // In one piece: the memory of an interpreter may be of a kind that the decoder refuses.
    this.#pending += this.#decoder.decode(part.slice(), { stream: true });
    this.#messages += 1;
    if (this.#messages <= PROMPT_MESSAGES || performance.now() - this.#lastSent >= GATHER_MS) this.#flush();
  }

  /** Sends what is left; gives the bytes left out. A character that the limit cut in two is left out too. */
  end(): number {
    if (this.#omitted === 0) this.#pending += this.#decoder.decode();
    this.#flush();
    return this.#omitted;
  }

  #flush(): void {
    if (this.#pending === "") return;
    this.#lastSent = performance.now();
    this.#send(this.#name, this.#pending);
    this.#pending = "";
  }
}

/** The two streams of a worker. */
export interface Output {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

export function createOutput(limitBytes: number, send: Send): Output {
  return { stdout: new OutputStream("stdout", limitBytes, send), stderr: new OutputStream("stderr", limitBytes, send) };
}
