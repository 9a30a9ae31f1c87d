/**
 * Messages on a pipe: two lengths of four bytes, then JSON, then the one binary part a message may have.
 */

const HEADER_BYTES = 8;

interface Packed {
  readonly snapshot?: Uint8Array | undefined;
}

/** One message as bytes. Its member `snapshot` travels as it is. */
export function packMessage(message: object & Packed): Uint8Array {
  const { snapshot, ...rest } = message;
  const text = new TextEncoder().encode(JSON.stringify(rest));
  const frame = new Uint8Array(HEADER_BYTES + text.length + (snapshot?.length ?? 0));
  const view = new DataView(frame.buffer);
  view.setUint32(0, text.length);
  view.setUint32(4, snapshot?.length ?? 0);
  frame.set(text, HEADER_BYTES);
  if (snapshot !== undefined) frame.set(snapshot, HEADER_BYTES + text.length);
  return frame;
}

/** Puts messages together from the pieces a pipe gives. */
export class FrameReader {
  #chunks: Uint8Array[] = [];
  #length = 0;
  readonly #take: (message: object) => void;

  constructor(take: (message: object) => void) {
    this.#take = take;
  }

  push(chunk: Uint8Array): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
    while (this.#length >= HEADER_BYTES) {
      const { text, binary } = this.#lengths();
      if (this.#length < HEADER_BYTES + text + binary) return;
      const bytes = this.#join();
      const end = HEADER_BYTES + text;
      const message = JSON.parse(new TextDecoder().decode(bytes.subarray(HEADER_BYTES, end))) as object;
      // Nothing is kept of what has been read: a view of it, even an empty one, would hold all of a snapshot.
      this.#chunks = bytes.length > end + binary ? [bytes.slice(end + binary)] : [];
      this.#length = bytes.length - end - binary;
      this.#take(binary === 0 ? message : { ...message, snapshot: bytes.slice(end, end + binary) });
    }
  }

  #lengths(): { readonly text: number; readonly binary: number } {
    if ((this.#chunks[0]?.length ?? 0) < HEADER_BYTES) this.#join();
    const [first] = this.#chunks;
    if (first === undefined) return { text: 0, binary: 0 };
    const view = new DataView(first.buffer, first.byteOffset, first.byteLength);
    return { text: view.getUint32(0), binary: view.getUint32(4) };
  }

  #join(): Uint8Array {
    if (this.#chunks.length === 1 && this.#chunks[0] !== undefined) return this.#chunks[0];
    const whole = new Uint8Array(this.#length);
    let at = 0;
    for (const chunk of this.#chunks) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    this.#chunks = [whole];
    return whole;
  }
}
