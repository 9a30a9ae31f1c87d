/** The slots of all processes of a server, in the one that leads. */
import type { LeaderMessage } from "./process-message.ts";

/** A process as the slots see it. */
export interface SlotHolder {
  tell(message: LeaderMessage): void;
}

interface Waiting {
  readonly holder: SlotHolder;
  readonly id: number;
}

export class ProcessSlots {
  readonly #max: number;
  readonly #held = new Map<SlotHolder, number>();

  /** @param max `Infinity` where there is no limit */
  constructor(max: number) {
    this.#max = max;
  }

  get active(): number {
    let sum = 0;
    for (const count of this.#held.values()) sum += count;
    return sum;
  }

  join(holder: SlotHolder): void {
    this.#held.set(holder, 0);
  }

  take({ holder, id }: Waiting): void {
    const { active } = this;
    if (active >= this.#max) {
      holder.tell({ type: "refused", id, active, max: this.#max });
      return;
    }
    this.#held.set(holder, (this.#held.get(holder) ?? 0) + 1);
    holder.tell({ type: "granted", id });
    this.#tellAll();
  }

  free(holder: SlotHolder): void {
    this.#held.set(holder, Math.max(0, (this.#held.get(holder) ?? 0) - 1));
    this.#tellAll();
  }

  /** A process is gone, and its sessions with it. */
  leave(holder: SlotHolder): void {
    this.#held.delete(holder);
    this.#tellAll();
  }

  #tellAll(): void {
    const message = { type: "count", active: this.active } as const;
    for (const holder of this.#held.keys()) holder.tell(message);
  }
}
