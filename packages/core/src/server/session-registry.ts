/**
 * All sessions of a server, and how many there may be.
 */
import { CapacityReachedError } from "../errors/wire-errors.ts";
import type { Session } from "./session.ts";

export class SessionRegistry {
  /** `Infinity` when there is no limit. */
  readonly max: number;
  readonly #sessions = new Map<string, Session>();

  constructor(max: number) {
    this.max = max;
  }

  get active(): number {
    return this.#sessions.size;
  }

  /**
   * Takes a slot. Sessions that are being made count too.
   *
   * @throws CapacityReachedError with both counts
   */
  add(session: Session): void {
    if (this.active >= this.max) {
      const counts = { activeSessions: this.active, maxSessions: this.max };
      const message = `Maximum concurrent environments reached: ${this.active} of ${this.max} sessions are active`;
      throw new CapacityReachedError(message, counts);
    }
    this.#sessions.set(session.id, session);
  }

  get(id: string): Session | undefined {
    return this.#sessions.get(id);
  }

  /** Frees the slot at once, whether or not the environment has closed. True when there was one. */
  remove(session: Session): boolean {
    return this.#sessions.delete(session.id);
  }

  /** Every session, as they are now. */
  list(): Session[] {
    return [...this.#sessions.values()];
  }
}
