/**
 * The blocking client: the calls of every client, on a line that waits.
 */
import type { Handover } from "../client/channel-line.ts";
import { EnvCalls } from "../client/env-calls.ts";
import type { SyncEnv } from "../client/env-methods.ts";
import type { EnvTypes } from "../types.ts";
import { ThreadLine } from "./thread-line.ts";

/** What a blocking client has from the async one it takes over from. */
export interface AsyncOrigin<T extends EnvTypes> {
  makeAnother(): SyncEnv<T>;
  stepPayload(action: T["actionInput"]): object;
}

export class SyncEnvClient<T extends EnvTypes> extends EnvCalls<"sync", T> implements SyncEnv<T> {
  readonly #origin: AsyncOrigin<T>;

  constructor({ setup, server }: Handover<T>, origin: AsyncOrigin<T>) {
    super(setup, new ThreadLine(setup, server));
    this.#origin = origin;
  }

  protected override makeAnother(): this {
    return this.#origin.makeAnother() as this;
  }

  protected override stepPayload(action: T["actionInput"]): object {
    return this.#origin.stepPayload(action);
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
