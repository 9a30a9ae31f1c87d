/**
 * From a provider to a server that answers. Whatever goes wrong on the way, nothing is left running.
 */
import { TimeoutError } from "../errors/local-errors.ts";
import { ProviderError } from "../errors/provider-error.ts";
import type { Provider, ProviderEndpoint, StartOptions } from "../providers/provider.ts";
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
export async function launchServer(
  provider: Provider,
  source: string | undefined,
  limits: LaunchLimits,
): Promise<ProviderEndpoint> {
  const { readyTimeoutMs, onProgress } = limits;
  const limit = new TimeLimit("server that is ready", limits);
  const { signal } = limit;
  let starting: Promise<ProviderEndpoint> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    starting = provider.start(source, { signal, onProgress });
    const endpoint = await limit.race(starting);
    if (readyTimeoutMs !== undefined && readyTimeoutMs !== Number.POSITIVE_INFINITY) {
      timer = setTimeout(() => limit.abort(notReady(readyTimeoutMs)), readyTimeoutMs + GRACE_MS);
    }
    await limit.race(provider.waitForReady({ signal, timeoutMs: readyTimeoutMs }));
    return endpoint;
  } catch (error) {
    // A start that takes no notice of its signal may succeed when nobody waits for it any more.
    starting?.then(
      () => provider.stop(),
      () => {},
    );
    throw await stopAfter(error, provider);
  } finally {
    clearTimeout(timer);
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
