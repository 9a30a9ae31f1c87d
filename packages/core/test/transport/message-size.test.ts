import { expect, test } from "bun:test";
import { assert, nat, property, string } from "fast-check";
import { exceedsUtf8Bytes } from "../../src/transport/message-size.ts";

test("the size is that of UTF-8, at every limit", () => {
  assert(
    property(string({ unit: "binary" }), nat(100), (text, limit) => {
      expect(exceedsUtf8Bytes(text, limit)).toBe(new TextEncoder().encode(text).length > limit);
    }),
  );
});
