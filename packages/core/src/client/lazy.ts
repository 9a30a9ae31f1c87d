/**
 * What the dual-mode constructors give: something that is awaited for an async client, or asked by `.sync()` for a
 * blocking one. It starts when it is first used and never twice; unused it does nothing.
 */
import { ClientInUseError } from "../errors/local-errors.ts";
import type { CallOptions, SyncCallOptions } from "./options.ts";

/** What every blocking client can do, whichever environment it is of. */
export interface BlockingClient extends Disposable {
  connect(options?: SyncCallOptions): void;
  close(): void;
}

/** What every async client can do, whichever environment it is of. */
export interface AsyncEnv {
  connect(options?: CallOptions): Promise<void>;
  close(): Promise<void>;
  sync(): BlockingClient;
}

/** The blocking form of a client class. */
export type SyncOf<C> = C extends { sync(): infer S } ? S : never;

/**
 * A client to come. `await` gives the async client, `.sync()` the blocking one; the one excludes the other.
 *
 * It is no `AsyncDisposable`, so that `await using env = EchoEnv.connect(url)` with its second `await` forgotten does
 * not compile.
 */
export interface Lazy<C extends AsyncEnv> extends Promise<C> {
  /**
   * Starts now, blocking, and gives a connected client: the same one each time.
   *
   * @throws ClientInUseError when it was awaited before, SyncUnsupportedError for what cannot be had blocking
   */
  sync(): SyncOf<C>;
}

type Settled<T> = { readonly value: T } | { readonly error: unknown };

export class LazyClient<C extends AsyncEnv> implements Lazy<C> {
  readonly [Symbol.toStringTag] = "Lazy";
  readonly #start: () => Promise<C>;
  readonly #startSync: () => SyncOf<C>;
  #started: Promise<C> | undefined;
  #startedSync: Settled<SyncOf<C>> | undefined;

  constructor(start: () => Promise<C>, startSync: () => SyncOf<C>) {
    this.#start = start;
    this.#startSync = startSync;
  }

  sync(): SyncOf<C> {
    if (this.#started !== undefined) throw usedBefore("awaited", "sync()");
    this.#startedSync ??= settle(this.#startSync);
    if ("error" in this.#startedSync) throw this.#startedSync.error;
    return this.#startedSync.value;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- starting when it is awaited is what it is for
  then<Value = C, Failure = never>(
    onValue?: ((client: C) => Value | PromiseLike<Value>) | null,
    onError?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Value | Failure> {
    return this.#begin().then(onValue, onError);
  }

  catch<Failure = never>(onError?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null): Promise<C | Failure> {
    return this.#begin().catch(onError);
  }

  finally(onFinally?: (() => void) | null): Promise<C> {
    return this.#begin().finally(onFinally);
  }

  #begin(): Promise<C> {
    if (this.#startedSync !== undefined) return Promise.reject(usedBefore("asked for its blocking client", "await"));
    this.#started ??= this.#start();
    return this.#started;
  }
}

function settle<T>(make: () => T): Settled<T> {
  try {
    return { value: make() };
  } catch (error) {
    return { error };
  }
}

function usedBefore(how: string, now: string): ClientInUseError {
  return new ClientInUseError(
    `This client was ${how} before, so ${now} would start it a second time. Use one of the two; for both kinds of ` +
      `client call the constructor twice.`,
  );
}
