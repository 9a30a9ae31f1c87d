/**
 * Waits until a started server answers that it is healthy, or has ended.
 */
import { ProviderError } from "../errors/provider-error.ts";
import { TimeoutError } from "../errors/local-errors.ts";
import { probeHealth, type Sickness } from "./health-probe.ts";
import { lastLines } from "./log-tail.ts";
import type { RunningServer } from "./running-server.ts";
import { pause, type TimeLimit } from "./time-limit.ts";

/** Time between probes, in milliseconds: short at first, since most servers are up in no time. */
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 250;

/** Asking whether the server still runs may cost a command: not with every probe. In milliseconds. */
const FIRST_LOOK_MS = 250;
const LONGEST_LOOK_MS = 2000;

/**
 * @param kind of the provider, for messages
 * @throws ProviderError when the server has ended, `TimeoutError` or the reason of the limit, both with its last lines
 */
export async function waitUntilHealthy(kind: string, server: RunningServer, limit: TimeLimit): Promise<void> {
  const { signal } = limit;
  let sickness: Sickness = "it was not asked yet";
  let pauseMs = FIRST_PAUSE_MS;
  let lookMs = FIRST_LOOK_MS;
  let looked = performance.now();
  let hasEnded = false;
  void server.ended?.then(() => (hasEnded = true));
  while (!signal.aborted) {
    // Another server on the same port may keep a probe waiting for ever.
    const heard = await firstOf(probeHealth(server.endpoint, signal), hasEnded ? undefined : server.ended);
    if (heard === undefined) return;
    // What an aborted probe says is of no interest.
    if (!signal.aborted) sickness = heard;
    if (hasEnded || performance.now() - looked > lookMs) {
      const end = await server.end(0);
      if (end !== undefined) throw end;
      looked = performance.now();
      lookMs = Math.min(lookMs * 2, LONGEST_LOOK_MS);
    }
    await firstOf(pause(pauseMs, signal), hasEnded ? undefined : server.ended);
    pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS);
  }
  throw await tooLate(kind, server, signal.reason, sickness);
}

/** What comes first; the end of a server is a sickness. */
function firstOf<T>(work: Promise<T>, ended: Promise<unknown> | undefined): Promise<T | string> {
  return ended === undefined ? work : Promise.race([work, ended.then(() => "the server ended")]);
}

async function tooLate(kind: string, server: RunningServer, reason: unknown, sickness: Sickness): Promise<unknown> {
  if (!(reason instanceof TimeoutError)) return reason;
  const end = await server.end(0);
  if (end !== undefined) return end;
  const logs = lastLines(await server.logs());
  const written = logs === "" ? "It has written nothing." : `Its last lines:\n${logs}`;
  const { timeoutMs } = reason.details;
  return new TimeoutError(
    `The server started by the ${kind} provider was not healthy within timeoutMs (${String(timeoutMs)} ms): ` +
      `${sickness}. It was stopped. ${written}`,
    { details: { ...reason.details, provider: kind, url: server.endpoint.baseUrl, sickness, logs }, cause: reason },
  );
}

/** The error for a server that ended. */
export function serverEnded(what: string, how: string, logs: string, details: Record<string, unknown>): ProviderError {
  return new ProviderError("run", `${what} ${how}.${logs === "" ? " It had written nothing." : " Its last lines:"}`, {
    logs: lastLines(logs),
    details,
  });
}
