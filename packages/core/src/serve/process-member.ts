/** One of several processes that serve on one port, as it sees the one that leads. */
import process from "node:process";
import { setInterval } from "node:timers";
import { CapacityReachedError } from "../errors/wire-errors.ts";
import type { SharedSlots } from "../server/shared-slots.ts";
import { type LeaderMessage, MEMBER_VARIABLE, type MemberMessage } from "./process-message.ts";

/** Time between two looks at whether the leader is still there, in milliseconds. */
const LEADER_LOOK_MS = 1000;

export class ProcessMember implements SharedSlots {
  /** The port that all processes listen on. */
  readonly port: number;
  active = 0;
  /** Settled when this process shall end. */
  readonly drained: Promise<void>;
  /** Called when the leader is gone. */
  #orphaned: () => void = () => {};
  readonly #waiting = new Map<number, { granted(): void; refused(error: Error): void }>();
  #lastId = 0;

  private constructor(port: number) {
    this.port = port;
    this.drained = new Promise((resolve) => {
      process.on("message", (message) => this.#take(message as LeaderMessage, resolve));
      process.once("SIGTERM", () => resolve());
      // The leader is gone; a second word from a terminal ends it and what is left here at once.
      process.once("disconnect", () => resolve());
      // Deno has no such event where a message was on its way when the leader ended.
      this.#orphaned = resolve;
      const leader = process.ppid;
      const look = setInterval(() => {
        if (process.ppid !== leader) resolve();
      }, LEADER_LOOK_MS);
      look.unref();
    });
    // A terminal sends it to every process; the leader says what it means.
    process.on("SIGINT", () => {});
  }

  /** `undefined` in a process that was started by itself. */
  static current(): ProcessMember | undefined {
    const port = process.env[MEMBER_VARIABLE];
    return port === undefined || process.send === undefined ? undefined : new ProcessMember(Number(port));
  }

  take(): Promise<void> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((granted, refused) => {
      this.#waiting.set(id, { granted, refused });
      this.#say({ type: "take", id });
    });
  }

  free(): void {
    this.#say({ type: "free" });
  }

  listening(): void {
    this.#say({ type: "listening" });
  }

  /** Lets the process end. */
  leave(): void {
    if (process.connected) process.disconnect?.();
  }

  #say(message: MemberMessage): void {
    if (!process.connected) return;
    process.send?.(message, undefined, undefined, (error) => {
      if (error !== null && error !== undefined) this.#orphaned();
    });
  }

  #take(message: LeaderMessage, drain: () => void): void {
    switch (message.type) {
      case "count":
        this.active = message.active;
        return;
      case "drain":
        return drain();
      case "granted":
        this.#waiting.get(message.id)?.granted();
        break;
      case "refused": {
        const { active, max } = message;
        const text = `Maximum concurrent environments reached: ${active} of ${max} sessions are active`;
        this.#waiting
          .get(message.id)
          ?.refused(new CapacityReachedError(text, { activeSessions: active, maxSessions: max }));
        break;
      }
    }
    this.#waiting.delete(message.id);
  }
}
