/**
 * A blocking caller's provider, as it lives in the worker: made there from its description, at the first call.
 */
import { launchServer, startServer, waitForServer } from "../client/launch-server.ts";
import { loadProvider } from "../client/load-provider.ts";
import type { Provider, ProviderDescription, ProviderEndpoint, ProviderProgress } from "../providers/provider.ts";

import { type CarriedError, carryError } from "../errors/carried-error.ts";

type Tell = (progress: ProviderProgress) => void;

export class HostedProvider implements AsyncDisposable {
  readonly #description: ProviderDescription;
  #provider: Promise<Provider> | undefined;

  constructor(description: ProviderDescription) {
    this.#description = description;
  }

  /** Starts the server and waits until it is healthy; on failure it is stopped. */
  async launch(
    source: string | undefined,
    limits: { readonly timeoutMs: number | undefined; readonly readyTimeoutMs: number | undefined },
    onProgress: Tell,
  ): Promise<ProviderEndpoint> {
    return launchServer(await this.#load(), source, { ...limits, onProgress });
  }

  async start(source: string | undefined, timeoutMs: number | undefined, onProgress: Tell): Promise<ProviderEndpoint> {
    return startServer(await this.#load(), source, { timeoutMs, onProgress });
  }

  async waitForReady(timeoutMs: number | undefined): Promise<void> {
    await waitForServer(await this.#load(), timeoutMs);
  }

  async logs(): Promise<string> {
    return (await this.#load()).logs();
  }

  async stop(): Promise<void> {
    await (await this.#loaded())?.stop();
  }

  async explainEnd(): Promise<CarriedError | undefined> {
    const end = await (await this.#loaded())?.explainEnd?.();
    return end === undefined ? undefined : carryError(end);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  /** What could not be loaded has started nothing. */
  async #loaded(): Promise<Provider | undefined> {
    try {
      return await this.#provider;
    } catch {
      return undefined;
    }
  }

  #load(): Promise<Provider> {
    this.#provider ??= loadProvider(this.#description);
    return this.#provider;
  }
}
