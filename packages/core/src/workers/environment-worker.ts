/**
 * One worker as the server uses it: calls and their answers, and the end of a worker that is held up for longer than a
 * call of it may.
 */
import { reviveError } from "../errors/carried-error.ts";
import { SerializationError } from "../errors/local-errors.ts";
import { errorMessage } from "../protocol/server-message.ts";
import { EnvironmentGoneError } from "../server/environment-gone.ts";
import type { WorkerGround, WorkerHost } from "./worker-host.ts";
import type { WorkerReply, WorkerRequest } from "./worker-message.ts";

/** A request that is answered, without its number. */
export type Question = WorkerRequest extends infer R ? (R extends { id: number } ? Omit<R, "id"> : never) : never;

/** Something in a worker that has to know of the worker's end. */
export interface Resident {
  gone(error: EnvironmentGoneError): void;
}

/** A call has returned, and what it gave cannot leave the worker. */
export class UnsendableError extends SerializationError {
  constructor(cause: Error) {
    super(cause.message, { cause });
  }
}

export interface EnvironmentWorkerOptions {
  readonly ground: WorkerGround;
  readonly memoryLimitMb: number | undefined;
  /** Told once when the worker has ended without `kill`. */
  readonly onGone: (error: EnvironmentGoneError) => void;
}

interface Pending {
  resolve(value: unknown): void;
  reject(error: Error): void;
  /** Nobody waits for it any more. */
  abandoned: boolean;
}

/** A worker that could answer does so within this, in milliseconds. */
const GRACE_MS = 250;

export class EnvironmentWorker {
  /** Sessions whose environment is here. */
  readonly residents: Set<Resident> = new Set();
  /** How many more are being made. */
  making = 0;
  readonly #host: WorkerHost;
  readonly #onGone: (error: EnvironmentGoneError) => void;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  #lastSession = 0;
  /** The last call that has begun, and when, in milliseconds of this thread's clock. */
  #begun = { id: 0, at: 0 };
  #ended: EnvironmentGoneError | undefined;

  constructor({ ground, memoryLimitMb, onGone }: EnvironmentWorkerOptions) {
    this.#onGone = onGone;
    const events = {
      message: (reply: WorkerReply): void => this.#take(reply),
      unreadable: (why: unknown): void => void this.#findLost(why),
      gone: (why: unknown): void => this.#end(`The worker of this session has ended: ${errorMessage(why)}`, why),
    };
    this.#host = ground.start(events, { memoryLimitMb });
  }

  /** Sessions of this worker. */
  get load(): number {
    return this.residents.size + this.making;
  }

  get ended(): boolean {
    return this.#ended !== undefined;
  }

  /** A number for a session of this worker. */
  nextSession(): number {
    this.#lastSession += 1;
    return this.#lastSession;
  }

  /**
   * Asks and waits.
   *
   * @param told told the number of the call
   * @throws EnvironmentGoneError, and what the call throws
   */
  ask(question: Question, told?: (id: number) => void): Promise<unknown> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      const id = this.#lastId + 1;
      // What cannot be copied is refused by this, and then there was no such call.
      this.#host.post({ ...question, id });
      this.#lastId = id;
      told?.(id);
      if (this.#pending.size === 0) this.#host.hold(true);
      this.#pending.set(id, { resolve, reject, abandoned: false });
    });
  }

  /** Says something that is not answered. */
  tell(request: Extract<WorkerRequest, { type: "abort" }>): void {
    if (this.#ended === undefined) this.#host.post(request);
  }

  /**
   * Nobody waits for this call any more: the worker is ended if the call holds it up.
   *
   * @param limitMs how long it may, from its beginning on
   * @param aloneOnly spares the worker while there are others in it
   */
  abandon(id: number, limitMs: number, aloneOnly: boolean): void {
    const call = this.#pending.get(id);
    if (call === undefined) return;
    call.abandoned = true;
    this.#look(id, limitMs, aloneOnly);
  }

  /** Ends the worker at once. Whoever waits is told. */
  kill(): void {
    if (this.#ended === undefined) this.#end("The server is shutting down.", undefined, false);
  }

  #take(reply: WorkerReply): void {
    if (typeof reply === "number") {
      this.#begun = { id: reply, at: performance.now() };
      return;
    }
    const call = this.#pending.get(reply.id);
    if (call === undefined) return;
    this.#pending.delete(reply.id);
    if (this.#pending.size === 0) this.#host.hold(false);
    if ("unsendable" in reply) call.reject(new UnsendableError(reviveError(reply.unsendable)));
    else if ("error" in reply) call.reject(reviveError(reply.error));
    else call.resolve(reply.value);
  }

  /** An answer is lost: it is the one to a call that waits here, and has returned there. */
  async #findLost(why: unknown): Promise<void> {
    const asked = [...this.#pending];
    const running = (await this.ask({ type: "running" }).catch(() => [])) as readonly number[];
    const error = new UnsendableError(new Error(`It cannot leave its worker: ${errorMessage(why)}`));
    for (const [id, call] of asked) {
      if (running.includes(id) || !this.#pending.delete(id)) continue;
      call.reject(error);
    }
  }

  /** Sees whether the worker comes back to its event loop. */
  #look(id: number, limitMs: number, aloneOnly: boolean): void {
    if (!this.#pending.has(id)) return;
    const again = (ms: number): void => void later(ms, () => this.#look(id, limitMs, aloneOnly));
    const judgement = later(GRACE_MS, () => {
      const { id: holder, at } = this.#begun;
      const leftMs = limitMs - (performance.now() - at);
      const isOthers = holder !== id && this.#pending.get(holder)?.abandoned === false;
      if (isOthers || (aloneOnly && this.residents.size > 0)) again(GRACE_MS);
      else if (leftMs > 0) again(leftMs);
      else this.#end(`The worker of this session was held up for more than ${limitMs} ms, and was ended.`, undefined);
    });
    // A worker that answers waits for something, as any may.
    this.ask({ type: "ping" }).then(
      () => clearTimeout(judgement),
      () => clearTimeout(judgement),
    );
  }

  #end(message: string, cause: unknown, isFailure = true): void {
    if (this.#ended !== undefined) return;
    const error = new EnvironmentGoneError(message, { cause });
    this.#ended = error;
    this.#host.kill();
    for (const call of this.#pending.values()) call.reject(error);
    this.#pending.clear();
    for (const resident of this.residents) resident.gone(error);
    this.residents.clear();
    if (isFailure) this.#onGone(error);
  }
}

function later(ms: number, work: () => void): ReturnType<typeof setTimeout> {
  const timer = setTimeout(work, ms);
  (timer as { unref?: () => void }).unref?.();
  return timer;
}
