/**
 * The servers of a fleet, and which of them gets the next session: the one with the least. Does no I/O.
 */
import { ConnectionFailedError } from "../errors/local-errors.ts";
import { CapacityReachedError } from "../errors/wire-errors.ts";
import type { Sickness } from "../providers/health-probe.ts";
import { untilAborted } from "../providers/time-limit.ts";
import type { FleetCapacity, FleetEvent } from "./options.ts";
import type { Replica } from "./replica.ts";

/** A session's place at a server. */
export interface Place {
  readonly replica: Replica;
  /** Gives the place back. Idempotent. */
  readonly leave: () => void;
}

export class ReplicaPool {
  readonly #replicas = new Set<Replica>();
  readonly #wanted: number;
  readonly #onEvent: (event: FleetEvent) => void;
  #taken = 0;
  #waiting = new Set<() => void>();
  #closed = false;

  /** @param wanted replicas that take sessions at once; others are spares */
  constructor(wanted: number, onEvent: (event: FleetEvent) => void) {
    this.#wanted = wanted;
    this.#onEvent = onEvent;
  }

  list(): readonly Replica[] {
    return [...this.#replicas];
  }

  /** @param sickness why it takes no session yet */
  add(replica: Replica, sickness?: Sickness): void {
    this.#replicas.add(replica);
    replica.state = "spare";
    this.tell("joined", replica);
    this.#balance();
    if (sickness !== undefined) this.eject(replica, sickness);
  }

  /** It gets no further session. Those it has are not touched. */
  remove(replica: Replica, reason?: string): void {
    if (!this.#replicas.delete(replica)) return;
    replica.state = "ejected";
    this.tell("left", replica, reason);
    this.#balance();
  }

  eject(replica: Replica, reason: string): void {
    if (replica.state === "ejected") return;
    replica.state = "ejected";
    this.tell("ejected", replica, reason);
    this.#balance();
  }

  restore(replica: Replica): void {
    if (replica.state !== "ejected" || !this.#replicas.has(replica)) return;
    replica.state = "spare";
    this.tell("returned", replica);
    this.#balance();
  }

  tell(type: FleetEvent["type"], replica: Replica | undefined, reason?: string): void {
    this.#onEvent({ type, baseUrl: replica?.url.baseUrl, reason });
  }

  /** A place at the server with the least sessions of those that have room; the one that waited longest among equals. */
  take(except: ReadonlySet<Replica>): Place | undefined {
    let best: Replica | undefined;
    for (const replica of this.#replicas) {
      if (replica.state !== "ready" || replica.room < 1 || except.has(replica)) continue;
      if (best === undefined || isBefore(replica, best)) best = replica;
    }
    if (best === undefined) return undefined;
    const replica = best;
    replica.lastTaken = this.#taken += 1;
    const uncount = replica.take();
    return {
      replica,
      leave: () => {
        uncount();
        this.changed();
      },
    };
  }

  /** A server may have room now: whoever waits looks again. */
  changed(): void {
    const waiting = this.#waiting;
    this.#waiting = new Set();
    for (const look of waiting) look();
  }

  /** Resolves at the next change. @throws the signal's reason */
  async nextChange(signal: AbortSignal): Promise<void> {
    let look: (() => void) | undefined;
    const change = new Promise<void>((resolve) => {
      look = resolve;
      this.#waiting.add(resolve);
    });
    try {
      await untilAborted(change, signal);
    } finally {
      if (look !== undefined) this.#waiting.delete(look);
    }
  }

  capacity(): FleetCapacity {
    const ready = this.list().filter(({ state }) => state === "ready");
    const sum = (part: (replica: Replica) => number): number => ready.reduce((total, each) => total + part(each), 0);
    const max = sum(({ facts }) => facts.max ?? Number.POSITIVE_INFINITY);
    return {
      active: sum(({ facts }) => facts.own + facts.others),
      max: Number.isFinite(max) ? max : undefined,
      queued: sum(({ facts }) => facts.queued),
    };
  }

  get isClosed(): boolean {
    return this.#closed;
  }

  close(): void {
    this.#closed = true;
    this.changed();
  }

  /** Why no server takes a session. */
  refusal(last: unknown): unknown {
    const counts = { ready: 0, spare: 0, ejected: 0 };
    for (const { state } of this.#replicas) counts[state] += 1;
    if (counts.ready === 0) {
      const message = `None of the fleet's ${this.#replicas.size} servers is healthy.`;
      return last ?? new ConnectionFailedError(message, { details: { servers: this.#replicas.size } });
    }
    if (last !== undefined && !(last instanceof CapacityReachedError)) return last;
    const { active, max } = this.capacity();
    const message = `All ${counts.ready} servers of the fleet are full: ${active} sessions are active`;
    return new CapacityReachedError(message, { activeSessions: active, maxSessions: max }, { cause: last });
  }

  /** Spares take the places that are free. */
  #balance(): void {
    let free = this.#wanted - this.list().filter(({ state }) => state === "ready").length;
    for (const replica of this.#replicas) {
      if (free <= 0) break;
      if (replica.state !== "spare") continue;
      replica.state = "ready";
      free -= 1;
    }
    this.changed();
  }
}

function isBefore(a: Replica, b: Replica): boolean {
  return a.load < b.load || (a.load === b.load && a.lastTaken < b.lastTaken);
}
