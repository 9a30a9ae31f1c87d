/**
 * From a provider to a server that answers. Whatever goes wrong on the way, nothing is left running.
 */
import { TimeoutError } from "../errors/local-errors.ts";
import { ProviderError } from "../errors/provider-error.ts";
import type { Provider, ProviderEndpoint, StartOptions, WaitOptions } from "../providers/provider.ts";
import { TimeLimit } from "../providers/time-limit.ts";

/** The limits of a launch. */
export interface LaunchLimits extends StartOptions {
  /** Longest wait for the started server to become healthy, in milliseconds. Default: the provider's own. */
  readonly readyTimeoutMs?: number | undefined;
}

/** A provider that keeps to its limit has more to say than that time is over, so it is heard first. */
const GRACE_MS = 500;

/**
 * Starts a server and waits until it is healthy, all within `timeoutMs` (OE-58). On failure the provider is stopped
 * first (OE-65), also when it takes no notice of the limits.
 *
 * @throws TimeoutError, the signal's reason, or what the provider rejects with
 */
export function launchServer(
  provider: Provider,
  source: string | undefined,
  limits: LaunchLimits,
): Promise<ProviderEndpoint> {
  return orStop(provider, "server that is ready", limits, async (limit) => {
    const { signal } = limit;
    const endpoint = await provider.start(source, { signal, onProgress: limits.onProgress });
    await healthy(provider, limit, limits.readyTimeoutMs);
    return endpoint;
  });
}

/** The first half of {@link launchServer}. */
export function startServer(
  provider: Provider,
  source: string | undefined,
  limits: StartOptions,
): Promise<ProviderEndpoint> {
  return orStop(provider, "started server", limits, ({ signal }) =>
    provider.start(source, { signal, onProgress: limits.onProgress }),
  );
}

/** The second half of {@link launchServer}. */
export function waitForServer(provider: Provider, readyTimeoutMs: number | undefined): Promise<void> {
  return orStop(provider, "healthy server", {}, (limit) => healthy(provider, limit, readyTimeoutMs));
}

async function healthy(provider: Provider, limit: TimeLimit, readyTimeoutMs: number | undefined): Promise<void> {
  const timer =
    readyTimeoutMs === undefined
      ? undefined
      : setTimeout(() => limit.abort(notReady(readyTimeoutMs)), readyTimeoutMs + GRACE_MS);
  try {
    await provider.waitForReady({ signal: limit.signal, timeoutMs: readyTimeoutMs });
  } finally {
    clearTimeout(timer);
  }
}

async function orStop<T>(
  provider: Provider,
  what: string,
  options: WaitOptions,
  work: (limit: TimeLimit) => Promise<T>,
): Promise<T> {
  const limit = new TimeLimit(what, options);
  const working = work(limit);
  try {
    return await limit.race(working);
  } catch (error) {
    // What takes no notice of its signal may succeed when nobody waits for it any more.
    working.then(
      () => provider.stop(),
      () => {},
    );
    throw await stopAfter(error, provider);
  } finally {
    limit.release();
  }
}

/** Gives the error to throw: the one that led to the stop, and whether something is left behind. */
async function stopAfter(error: unknown, provider: Provider): Promise<unknown> {
  try {
    await provider.stop();
    return error;
  } catch (left) {
    const messages = [error, left].map((each) => (each instanceof Error ? each.message : String(each)));
    return new ProviderError("stop", messages.join("\nAnd then: "), { cause: error });
  }
}

function notReady(readyTimeoutMs: number): TimeoutError {
  return new TimeoutError(`The server was not healthy within readyTimeoutMs (${readyTimeoutMs} ms).`, {
    details: { readyTimeoutMs },
  });
}
