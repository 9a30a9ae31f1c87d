/** A text message as the WebSocket frame of a server (RFC 6455 §5.2): whole and not masked. Pure. */

/** First byte: the last frame of a message, and it is text. */
const FINAL_TEXT = 0x81;
/** Second byte: the size follows in two bytes, or in eight. */
const SIZE_IN_2_BYTES = 126;
const SIZE_IN_8_BYTES = 127;

/** Header and text in one buffer, so that a message is one chunk to write. */
export function textFrame(text: string): Buffer {
  const size = Buffer.byteLength(text);
  const start = size < SIZE_IN_2_BYTES ? 2 : size < 2 ** 16 ? 4 : 10;
  const frame = Buffer.allocUnsafe(start + size);
  frame[0] = FINAL_TEXT;
  if (start === 2) {
    frame[1] = size;
  } else if (start === 4) {
    frame[1] = SIZE_IN_2_BYTES;
    frame.writeUInt16BE(size, 2);
  } else {
    frame[1] = SIZE_IN_8_BYTES;
    frame.writeBigUInt64BE(BigInt(size), 2);
  }
  frame.write(text, start);
  return frame;
}
