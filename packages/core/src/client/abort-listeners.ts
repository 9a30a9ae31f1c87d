/**
 * One listener on each signal, however many calls wait for it: a signal that ends a whole run is given to every call of
 * every client, and Node 20 warns of a leak from the eleventh listener on.
 */

/** Something that wants to know of an abort. */
export interface AbortListener {
  aborted(reason: unknown): void;
}

const listenersOf = new WeakMap<AbortSignal, Set<AbortListener>>();

/** Has `listener` told when the signal is aborted, once. */
export function listenForAbort(signal: AbortSignal, listener: AbortListener): void {
  const listeners = listenersOf.get(signal);
  if (listeners !== undefined) {
    listeners.add(listener);
    return;
  }
  listenersOf.set(signal, new Set([listener]));
  signal.addEventListener("abort", tellAll);
}

/** Undoes {@link listenForAbort}. A signal nobody waits for holds nothing, so that it can be collected. */
export function ignoreAbort(signal: AbortSignal, listener: AbortListener): void {
  const listeners = listenersOf.get(signal);
  if (listeners?.delete(listener) === true && listeners.size === 0) forget(signal);
}

function tellAll(this: AbortSignal): void {
  const listeners = listenersOf.get(this);
  forget(this);
  for (const listener of listeners ?? []) listener.aborted(this.reason);
}

function forget(signal: AbortSignal): void {
  listenersOf.delete(signal);
  signal.removeEventListener("abort", tellAll);
}
