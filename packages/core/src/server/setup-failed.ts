import { FactoryError } from "../errors/wire-errors.ts";

/** Tells a session why there is no environment for it: the author's `setup` has failed. */
export function setupFailed(error: unknown): never {
  throw new FactoryError(`The environment's setup failed: ${String(error)}`, "setup", { cause: error });
}
