import { expect, test } from "bun:test";
import { FrameCounter, maskedTextFrame, pongFrame, repeated } from "./frame.ts";

/** A frame as a server sends it. */
function serverFrame(head: number, text: string): Uint8Array {
  const size = text.length < 126 ? [text.length] : [126, text.length >> 8, text.length & 0xff];
  return Uint8Array.from([head, ...size, ...new TextEncoder().encode(text)]);
}

test("a masked frame holds its text", () => {
  for (const text of ["hello", "x".repeat(300)]) {
    const frame = maskedTextFrame(text);
    const start = text.length < 126 ? 2 : 4;
    const mask = frame.subarray(start, start + 4);
    const payload = frame.subarray(start + 4).map((byte, index) => byte ^ (mask[index % 4] ?? 0));
    expect(frame[0]).toBe(0x81);
    expect((frame[1] ?? 0) & 0x80).toBe(0x80);
    expect(new TextDecoder().decode(payload)).toBe(text);
  }
  expect(pongFrame().length).toBe(6);
});

test("frames are counted however the stream is cut", () => {
  for (const size of [100, 166]) {
    const stream = repeated(serverFrame(0x81, "r".repeat(size)), 7);
    for (let step = 1; step <= stream.length; step += 13) {
      const counter = new FrameCounter(size);
      let frames = 0;
      for (let at = 0; at < stream.length; at += step) frames += counter.push(stream.subarray(at, at + step));
      expect(frames).toBe(7);
      expect(counter.oddSize).toBeUndefined();
    }
  }
});

test("control frames are told apart from replies, and an empty one needs no payload", () => {
  const counter = new FrameCounter(2);
  const parts = [serverFrame(0x89, ""), serverFrame(0x81, "ok"), serverFrame(0x89, "ping"), serverFrame(0x88, "")];
  expect(counter.push(Buffer.concat(parts))).toBe(1);
  expect(counter.pings).toBe(2);
  expect(counter.closed).toBe(true);
});

test("a reply of another size is noticed", () => {
  const counter = new FrameCounter(10);
  counter.push(serverFrame(0x81, "an error, and not the answer"));
  expect(counter.oddSize).toBe(28);
});
