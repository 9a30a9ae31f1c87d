/** Where the servers of a fleet come from. Types only, no code. */
import type { StartOptions } from "../providers/provider.ts";
import type { Replica } from "./replica.ts";

export interface ReplicaSource {
  /**
   * Starts the servers and adds them to the pool.
   *
   * @throws what the first that fails rejects with; nothing is left then
   */
  start(options: StartOptions): Promise<void>;
  /** Something went wrong with a server: it is looked at. */
  suspect(replica: Replica): void;
  /** Stops what was started. Idempotent. */
  stop(): Promise<void>;
}
