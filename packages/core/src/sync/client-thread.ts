/**
 * The one worker that all blocking clients of a thread share. A blocked thread waits for one call at a time, so more
 * workers would only cost memory.
 */
import { Thread } from "./thread.ts";

/** Nothing in this worker works for long: it moves texts. */
const SILENCE_MS = 10_000;

let shared: Thread | undefined;

/**
 * The worker, started when there is none or the last one has ended.
 *
 * @param startMs longest start, in milliseconds
 */
export function clientThread(startMs?: number): Thread {
  if (shared === undefined || shared.ended !== undefined) shared = new Thread({ silenceMs: SILENCE_MS, startMs });
  return shared;
}
