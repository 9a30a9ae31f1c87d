/** WebSocket frames as bytes (RFC 6455 §5.2): enough to send text messages and to count replies. No I/O. */

/** A masked text frame, as a client must send it. At most 65,535 bytes of text. */
export function maskedTextFrame(text: string): Uint8Array {
  return maskedFrame(0x81, new TextEncoder().encode(text));
}

/** The answer to a ping. */
export function pongFrame(): Uint8Array {
  return maskedFrame(0x8a, new Uint8Array());
}

/** One buffer that holds `frame` `count` times. */
export function repeated(frame: Uint8Array, count: number): Uint8Array {
  const all = new Uint8Array(frame.length * count);
  for (let index = 0; index < count; index += 1) all.set(frame, index * frame.length);
  return all;
}

function maskedFrame(head: number, payload: Uint8Array): Uint8Array {
  const size = payload.length < 126 ? [payload.length] : [126, payload.length >> 8, payload.length & 0xff];
  const mask = [0x37, 0xfa, 0x21, 0x3d];
  const start = [head, 0x80 | (size[0] ?? 0), ...size.slice(1), ...mask];
  return Uint8Array.from([...start, ...payload.map((byte, index) => byte ^ (mask[index % 4] ?? 0))]);
}

const TEXT = 1;
const CLOSE = 8;
const PING = 9;

/**
 * Counts the text frames of a stream and looks at their size alone: the replies to one and the same step are equally
 * long, so another length is another answer.
 */
export class FrameCounter {
  /** Pings since the caller last looked. */
  pings = 0;
  closed = false;
  /** The size of a text frame that was not the expected one. */
  oddSize: number | undefined;
  readonly #expectedBytes: number;
  #opcode = 0;
  #headerBytes = 0;
  #sizeBytes = 0;
  #payloadBytes = 0;
  #missing = 0;

  constructor(expectedBytes: number) {
    this.#expectedBytes = expectedBytes;
  }

  /** Takes what arrived, and gives the number of text frames that are complete with it. */
  push(chunk: Uint8Array): number {
    let frames = 0;
    for (let at = 0; at < chunk.length;) {
      if (this.#missing > 0) {
        const taken = Math.min(this.#missing, chunk.length - at);
        this.#missing -= taken;
        at += taken;
      } else {
        this.#header(chunk[at] ?? 0);
        at += 1;
      }
      if (this.#isComplete()) frames += this.#finish();
    }
    return frames;
  }

  #header(byte: number): void {
    this.#headerBytes += 1;
    if (this.#headerBytes === 1) {
      this.#opcode = byte & 0x0f;
    } else if (this.#headerBytes === 2) {
      this.#sizeBytes = byte === 126 ? 2 : byte === 127 ? 8 : 0;
      this.#payloadBytes = this.#sizeBytes === 0 ? byte : 0;
    } else {
      this.#payloadBytes = this.#payloadBytes * 256 + byte;
    }
    if (this.#headerIsComplete()) this.#missing = this.#payloadBytes;
  }

  #headerIsComplete(): boolean {
    return this.#headerBytes >= 2 && this.#headerBytes === 2 + this.#sizeBytes;
  }

  #isComplete(): boolean {
    return this.#missing === 0 && this.#headerIsComplete();
  }

  #finish(): 0 | 1 {
    this.#headerBytes = 0;
    this.#sizeBytes = 0;
    if (this.#opcode === PING) this.pings += 1;
    if (this.#opcode === CLOSE) this.closed = true;
    if (this.#opcode !== TEXT) return 0;
    if (this.#payloadBytes !== this.#expectedBytes) this.oddSize = this.#payloadBytes;
    return 1;
  }
}
