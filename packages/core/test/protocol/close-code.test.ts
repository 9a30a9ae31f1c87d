import { expect, test } from "bun:test";
import * as fc from "fast-check";

import { CloseCode, truncateCloseReason } from "../../src/protocol/close-code.ts";

test("a close reason is cut to 123 bytes of UTF-8, never inside a character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (reason) => {
      const cut = truncateCloseReason(reason);
      const bytes = Buffer.byteLength(cut);
      expect(bytes).toBeLessThanOrEqual(123);
      expect(reason.startsWith(cut)).toBe(true);
      expect(cut.isWellFormed()).toBe(true);
      // Nothing more would have fitted.
      const [next] = reason.slice(cut.length);
      if (next !== undefined) expect(bytes + Buffer.byteLength(next)).toBeGreaterThan(123);
    }),
  );
});

test("a reason that fits is kept, also one of exactly 123 bytes", () => {
  for (const reason of ["", "a".repeat(123), "é".repeat(61), "é".repeat(61) + "a", "€".repeat(41), "🙂".repeat(30)]) {
    expect(truncateCloseReason(reason)).toBe(reason);
  }
  expect(truncateCloseReason("🙂".repeat(31))).toBe("🙂".repeat(30));
});

test("WS-24: one table of codes", () => {
  const codes: Record<string, number> = {
    Normal: 1000,
    GoingAway: 1001,
    PolicyViolation: 1008,
    MessageTooBig: 1009,
    InternalError: 1011,
  };
  expect<Record<string, number>>(CloseCode).toEqual(codes);
});
