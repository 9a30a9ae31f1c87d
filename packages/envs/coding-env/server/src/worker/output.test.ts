import { expect, test } from "bun:test";
import { OutputStream } from "./output.ts";

function collect(
  limit: number,
  pieces: readonly (string | Uint8Array)[],
): { text: string; sends: number; omitted: number } {
  let text = "";
  let sends = 0;
  const stream = new OutputStream("stdout", limit, (_, part) => {
    text += part;
    sends += 1;
  });
  stream.begin();
  for (const piece of pieces) stream.write(typeof piece === "string" ? new TextEncoder().encode(piece) : piece);
  return { omitted: stream.end(), text, sends };
}

test("what fits is passed on at once", () => {
  expect(collect(100, ["a", "b"])).toEqual({ text: "ab", sends: 2, omitted: 0 });
});

test("the rest is counted, and no character is cut in two", () => {
  expect(collect(4, ["aé", "世x"])).toEqual({ text: "aé", sends: 1, omitted: 3 });
});

test("a character in two writes is one; what is no UTF-8 is replaced", () => {
  const [first, second] = [Uint8Array.from([0xe4, 0xb8]), Uint8Array.from([0x96])];
  expect(collect(100, [first, second]).text).toBe("世");
  expect(collect(100, [Uint8Array.from([0xff, 0x41])]).text).toBe("\ufffdA");
  expect(collect(100, [first]).text).toBe("\ufffd");
});

test("many small writes become few messages", () => {
  const { text, sends } = collect(
    1 << 20,
    Array.from({ length: 50_000 }, () => "x"),
  );
  expect(text.length).toBe(50_000);
  expect(sends).toBeLessThan(5000);
});
