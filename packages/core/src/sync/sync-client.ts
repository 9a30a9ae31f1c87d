/**
 * The blocking client: the calls of every client, on a line that waits.
 */
import type { Handover } from "../client/channel-line.ts";
import { EnvCalls } from "../client/env-calls.ts";
import type { SyncEnv } from "../client/env-methods.ts";
import type { EnvTypes } from "../types.ts";
import { ThreadLine } from "./thread-line.ts";

export class SyncEnvClient<T extends EnvTypes> extends EnvCalls<"sync", T> implements SyncEnv<T> {
  constructor({ setup, server }: Handover<T>) {
    super(setup, new ThreadLine(setup, server));
  }

  [Symbol.dispose](): void {
    this.close();
  }
}
