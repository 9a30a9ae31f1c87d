import { expect, test } from "bun:test";
import { limitMemory } from "./wasm-memory-limit.ts";

/** A module with one memory of `limits`, exported as `m`. */
function module(...limits: readonly number[]): Uint8Array {
  const memory = [5, 1 + limits.length, 1, ...limits];
  return Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, ...memory, 7, 5, 1, 1, 109, 2, 0]);
}

function grow(source: Uint8Array, pages: number): number {
  const instance = new WebAssembly.Instance(new WebAssembly.Module(source as Uint8Array<ArrayBuffer>));
  return (instance.exports["m"] as WebAssembly.Memory).grow(pages);
}

test.each([[[0, 1]], [[1, 1, 20]], [[1, 1, 0x80, 2]]])(
  "a memory of %j grows to the limit and not past it",
  (limits) => {
    const limited = limitMemory(module(...limits), 10 * 65_536 + 5);
    expect(grow(limited, 9)).toBe(1);
    expect(() => grow(limited, 10)).toThrow(RangeError);
  },
);

test("a limit below what it starts with is what it starts with", () => {
  expect(() => grow(limitMemory(module(0, 3), 1), 1)).toThrow(RangeError);
});

test("a module without a memory, or with one of another kind, is refused", () => {
  expect(() => limitMemory(Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0]), 1)).toThrow("declares no memory");
  expect(() => limitMemory(module(3, 1, 1), 1)).toThrow("cannot be limited");
});
