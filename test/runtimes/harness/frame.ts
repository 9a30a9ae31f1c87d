/** WebSocket frames (RFC 6455 §5) as the peer of a server writes and reads them. Pure. */

export const Opcode = { Continuation: 0, Text: 1, Binary: 2, Close: 8, Ping: 9, Pong: 10 } as const;

export interface Frame {
  readonly fin: boolean;
  readonly opcode: number;
  readonly payload: Buffer;
  /** The three reserved bits; compression sets the first. */
  readonly reserved: number;
}

export interface FrameOptions {
  readonly fin?: boolean;
  /** A client must mask; a broken one may not. Default `true`. */
  readonly masked?: boolean;
  readonly reserved?: number;
}

/** Writes a client's frame. The masking key is zero, which is a key like any other and spares a pass over 16 MiB. */
export function encodeFrame(opcode: number, payload: Uint8Array, options: FrameOptions = {}): Buffer {
  const { fin = true, masked = true, reserved = 0 } = options;
  const size = payload.byteLength;
  const extended = size < 126 ? 0 : size < 65_536 ? 2 : 8;
  const header = Buffer.alloc(2 + extended + (masked ? 4 : 0));
  header[0] = (fin ? 0x80 : 0) | (reserved << 4) | opcode;
  header[1] = (masked ? 0x80 : 0) | (extended === 0 ? size : extended === 2 ? 126 : 127);
  if (extended === 2) header.writeUInt16BE(size, 2);
  if (extended === 8) header.writeBigUInt64BE(BigInt(size), 2);
  return Buffer.concat([header, payload]);
}

/** Cuts a stream of bytes into frames. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #size = 0;
  /** Bytes that the frame at the front needs, as far as is known. */
  #needed = 2;

  push(chunk: Buffer): Frame[] {
    this.#chunks.push(chunk);
    this.#size += chunk.byteLength;
    const frames: Frame[] = [];
    while (this.#size >= this.#needed) {
      const bytes = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
      const read = readFrame(bytes);
      if (typeof read === "number") {
        this.#keep(bytes);
        this.#needed = read;
      } else {
        frames.push(read.frame);
        this.#keep(bytes.subarray(read.end));
        this.#needed = 2;
      }
    }
    return frames;
  }

  #keep(bytes: Buffer): void {
    this.#chunks = bytes.byteLength === 0 ? [] : [bytes];
    this.#size = bytes.byteLength;
  }
}

/** The frame at the front, or how many bytes it takes to go on. */
function readFrame(bytes: Buffer): { readonly frame: Frame; readonly end: number } | number {
  const [first = 0, second = 0] = bytes;
  const short = second & 0x7f;
  const start = short === 126 ? 4 : short === 127 ? 10 : 2;
  if (bytes.byteLength < start) return start;
  const size = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
  const end = start + size;
  if (bytes.byteLength < end) return end;
  if ((second & 0x80) !== 0) throw new Error("A server must not mask its frames.");
  const payload = bytes.subarray(start, end);
  return { frame: { fin: (first & 0x80) !== 0, opcode: first & 0x0f, reserved: (first >> 4) & 7, payload }, end };
}
