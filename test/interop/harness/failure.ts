/** A call that must fail. */
import { expect } from "bun:test";

/** Waits for `call` to reject with an error of `errorClass`, and gives that error. */
export async function failure<E extends Error>(
  call: Promise<unknown>,
  errorClass: abstract new (...args: never) => E,
): Promise<E> {
  const error = await call.then(
    (value) => new Error(`it resolved with ${Bun.inspect(value)}`),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(errorClass);
  return error as E;
}
