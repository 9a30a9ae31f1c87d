/** The frames that a server on Node writes. */
import { expect, test } from "bun:test";
import { textFrame } from "../../src/serve/node-frame.ts";

/** What a frame holds, by RFC 6455 §5.2. */
function read(frame: Buffer): { head: number; text: string } {
  const short = frame[1] ?? 0;
  const start = short < 126 ? 2 : short === 126 ? 4 : 10;
  const size = start === 2 ? short : start === 4 ? frame.readUInt16BE(2) : Number(frame.readBigUInt64BE(2));
  expect(frame.length).toBe(start + size);
  return { head: frame[0] ?? 0, text: frame.toString("utf8", start) };
}

test.each([0, 1, 125, 126, 127, 65_535, 65_536, 70_000])("a text of %d bytes is one whole frame", (size) => {
  expect(read(textFrame("x".repeat(size)))).toEqual({ head: 0x81, text: "x".repeat(size) });
});

test("the size is counted in bytes of UTF-8", () => {
  for (const text of ["é".repeat(63), "…".repeat(42), "😀".repeat(16_384)])
    expect(read(textFrame(text)).text).toBe(text);
});
