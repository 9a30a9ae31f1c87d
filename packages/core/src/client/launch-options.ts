/**
 * The options of the constructors that start a server: the client's, the limits of the launch, and the provider.
 */
import type { ProviderProgress } from "../providers/provider.ts";
import type { LaunchLimits } from "./launch-server.ts";
import { checkProviderSource, type ProviderSource } from "./load-provider.ts";
import {
  type CallOptions,
  type ConnectOptions,
  duration,
  resolveClientOptions,
  type SyncCallOptions,
  type SyncConnectOptions,
} from "./options.ts";

/** What starting a server takes beside the options of its client. */
export interface ServerOptions {
  /**
   * What starts the server: a provider, or how to make one. A blocking caller's provider is made anew in another
   * thread, so it must have `describe()`. Each constructor says its default.
   */
  readonly provider?: ProviderSource | undefined;
  /** Longest wait for the started server to become healthy, in milliseconds. Default: the provider's own. */
  readonly readyTimeoutMs?: number | undefined;
  /** Told what is being done. What it throws ends the start. */
  readonly onProgress?: ((progress: ProviderProgress) => void) | undefined;
}

/**
 * Options of a client whose server is started for it and stopped by its `close()`. `timeoutMs` and `signal` cover
 * everything up to the open connection (OE-58).
 */
export interface LaunchOptions extends ServerOptions, ConnectOptions, CallOptions {}

/** {@link LaunchOptions} of a blocking caller. */
export interface SyncLaunchOptions extends ServerOptions, SyncConnectOptions, SyncCallOptions {}

/** The options, told apart. */
export interface LaunchPlan {
  readonly provider: ProviderSource;
  readonly limits: LaunchLimits;
  readonly client: ConnectOptions;
}

/** @throws InvalidArgumentError naming the option that is wrong, before anything was started */
export function planLaunch(options: LaunchOptions, fallback: ProviderSource): LaunchPlan {
  const { provider = fallback, readyTimeoutMs, onProgress, signal, timeoutMs, ...client } = options;
  checkProviderSource(provider);
  resolveClientOptions({ ...client, baseUrl: "" });
  const limits = {
    signal,
    onProgress,
    timeoutMs: timeoutMs === undefined ? undefined : duration("timeoutMs", timeoutMs),
    readyTimeoutMs: readyTimeoutMs === undefined ? undefined : duration("readyTimeoutMs", readyTimeoutMs),
  };
  return { provider, limits, client };
}
