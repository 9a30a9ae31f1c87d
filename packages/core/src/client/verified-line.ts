/**
 * A line that looks at the server's schemas before its first call, whichever that is, in either mode. A check that
 * failed is made again by the next call.
 */
import { SchemaMismatchError } from "../errors/local-errors.ts";
import type { CallOptionsOf, Mode, Ret } from "./env-methods.ts";
import type { Flow, ItemFlow } from "./flow.ts";
import type { HttpAnswer, HttpQuestion } from "./http-question.ts";
import type { Line, Message, Outcome } from "./line.ts";
import type { VerifySchema } from "./options.ts";
import type { ReadReply, RequestKind } from "./pending-request.ts";
import { remaining } from "./remaining.ts";
import type { Ask } from "./task-routes.ts";

export class VerifiedLine<M extends Mode> implements Line<M> {
  readonly #line: Line<M>;
  readonly #check: (ask: Ask) => Flow<void>;
  readonly #mode: Exclude<VerifySchema, false>;
  #verified = false;
  /** The check that calls are waiting for. */
  #checking: Ret<M, void> | undefined;

  /** @param check throws SchemaMismatchError when the server has other schemas */
  constructor(line: Line<M>, mode: Exclude<VerifySchema, false>, check: (ask: Ask) => Flow<void>) {
    this.#line = line;
    this.#mode = mode;
    this.#check = check;
  }

  request(kind: RequestKind, text: string, read: ReadReply, options: CallOptionsOf<M> | undefined): Ret<M, unknown> {
    if (this.#verified) return this.#line.request(kind, text, read, options);
    return this.#line.run(this.#afterCheck(options, (left) => this.#line.request(kind, text, read, left)));
  }

  requestAll(
    kind: RequestKind,
    messages: readonly Message[],
    options: CallOptionsOf<M> | undefined,
  ): Ret<M, readonly Outcome[]> {
    if (this.#verified) return this.#line.requestAll(kind, messages, options);
    return this.#line.run(this.#outcomesAfterCheck(kind, messages, options));
  }

  ask(question: HttpQuestion, options: CallOptionsOf<M> | undefined): Ret<M, HttpAnswer> {
    return this.#line.ask(question, options);
  }

  refuse(error: unknown): Ret<M, never> {
    return this.#line.refuse(error);
  }

  use(): void {
    this.#line.use();
  }

  run<Result>(flow: Flow<Result>): Ret<M, Result> {
    return this.#line.run(flow);
  }

  iterate<Value>(
    flow: ItemFlow,
  ): M extends "async" ? AsyncGenerator<Value, void, undefined> : Generator<Value, void, undefined> {
    return this.#line.iterate<Value>(flow);
  }

  close(others: readonly Ret<M, void>[]): Ret<M, void> {
    return this.#line.close(others);
  }

  *#afterCheck(options: CallOptionsOf<M> | undefined, call: (left: typeof options) => unknown): Flow<unknown> {
    const since = performance.now();
    yield* this.#verify(options);
    return yield call(remaining(options, since));
  }

  *#outcomesAfterCheck(
    kind: RequestKind,
    messages: readonly Message[],
    options: CallOptionsOf<M> | undefined,
  ): Flow<readonly Outcome[]> {
    const call = (left: typeof options): unknown => this.#line.requestAll(kind, messages, left);
    try {
      return (yield* this.#afterCheck(options, call)) as readonly Outcome[];
    } catch (error) {
      return messages.map(() => ({ error }));
    }
  }

  /** Calls that come meanwhile wait for the same check, so they keep their order. */
  *#verify(options: CallOptionsOf<M> | undefined): Flow<void> {
    if (this.#verified) return;
    try {
      const checking = this.#checking ?? this.#line.run(this.#check((question) => this.#line.ask(question, options)));
      this.#checking = checking;
      yield checking;
    } catch (error) {
      if (!(error instanceof SchemaMismatchError) || this.#mode === "error") throw error;
      if (!this.#verified) warn(error);
    } finally {
      this.#checking = undefined;
    }
    this.#verified = true;
  }
}

/** What a program's runtime shows of warnings, and what it lets be switched off. A page has its console. */
function warn({ message }: SchemaMismatchError): void {
  const { process } = globalThis as { process?: { emitWarning?: (text: string, options: object) => void } };
  if (typeof process?.emitWarning === "function") {
    process.emitWarning(message, { type: "OpenEnvWarning", code: "SCHEMA_MISMATCH" });
  } else {
    // oxlint-disable-next-line no-console -- asked for by `verifySchema: "warn"`
    console.warn(message);
  }
}
