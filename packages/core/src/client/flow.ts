/**
 * Work that takes several calls, written once for both modes: a generator that yields what a call gave and goes on with
 * its value, be that a promise's or the value itself. An error of a call is thrown where it was yielded.
 */

/** Several calls with one result. */
export type Flow<Result> = Generator<unknown, Result, unknown>;

/** Several calls that give items in between: what is an {@link Item} is handed out, everything else is a call. */
export type ItemFlow = Generator<unknown, void, unknown>;

/** Marks what an {@link ItemFlow} hands out. */
export class Item<Value> {
  readonly value: Value;

  constructor(value: Value) {
    this.value = value;
  }
}

/** Runs a flow whose calls give promises. */
export async function runFlow<Result>(flow: Flow<Result>): Promise<Result> {
  let next = flow.next();
  while (next.done !== true) next = await resume(flow, next.value);
  return next.value;
}

/** As {@link runFlow}, for calls that give their values. What one throws has left the flow already. */
export function runFlowSync<Result>(flow: Flow<Result>): Result {
  let next = flow.next();
  while (next.done !== true) next = flow.next(next.value);
  return next.value;
}

/** The items of a flow whose calls give promises. What the flow does at its end is waited for, also when it is left early. */
export async function* iterateFlow<Value>(flow: ItemFlow): AsyncGenerator<Value, void, undefined> {
  try {
    for (let next = flow.next(); next.done !== true;) {
      if (next.value instanceof Item) {
        yield next.value.value as Value;
        next = flow.next();
      } else {
        next = await resume(flow, next.value);
      }
    }
  } finally {
    for (let end = flow.return(); end.done !== true;) end = await resume(flow, end.value);
  }
}

/** As {@link iterateFlow}, for calls that give their values. */
export function* iterateFlowSync<Value>(flow: ItemFlow): Generator<Value, void, undefined> {
  try {
    for (let next = flow.next(); next.done !== true;) {
      if (next.value instanceof Item) {
        yield next.value.value as Value;
        next = flow.next();
      } else {
        next = flow.next(next.value);
      }
    }
  } finally {
    for (let end = flow.return(); end.done !== true;) end = flow.next(end.value);
  }
}

async function resume<Result>(
  flow: Generator<unknown, Result, unknown>,
  given: unknown,
): Promise<IteratorResult<unknown, Result>> {
  let value: unknown;
  try {
    value = await given;
  } catch (error) {
    return flow.throw(error);
  }
  return flow.next(value);
}
