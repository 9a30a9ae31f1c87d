/**
 * `@openenv/core/providers/e2b`: sandboxes of E2B, through its SDK `e2b` (version 2), an optional peer dependency.
 */
import { ProviderError } from "../../errors/provider-error.ts";
import { isLoopback } from "../../protocol/loopback.ts";
import type { ProviderEndpoint } from "../provider.ts";
import type { LaunchContext, RunningServer } from "../running-server.ts";
import { ServerProvider } from "../server-provider.ts";
import { type Cloud, launchInSandbox, type SandboxRequest } from "./launch-in-sandbox.ts";
import { loadPeer, type SdkSource } from "./peer.ts";
import { CLOUD_OPTION_NAMES, type CloudOptions, type Sandbox } from "./sandbox.ts";

/** The part of the SDK that is used. */
export interface E2BSdk {
  readonly Sandbox: { create(template: string, options?: E2BCreateOptions): Promise<E2BSandbox> };
}

export interface E2BCreateOptions {
  apiKey?: string;
  domain?: string;
  debug?: boolean;
  envs?: Record<string, string>;
  metadata?: Record<string, string>;
  timeoutMs?: number;
  allowInternetAccess?: boolean;
  network?: { allowPublicTraffic?: boolean };
  signal?: AbortSignal;
}

export interface E2BSandbox {
  readonly sandboxId: string;
  readonly trafficAccessToken?: string;
  readonly commands: { run(command: string, options?: { timeoutMs?: number }): Promise<{ readonly stdout: string }> };
  getHost(port: number): string;
  isRunning(): Promise<boolean>;
  kill(): Promise<boolean>;
}

/** Options of an {@link E2BProvider}. */
export interface E2BProviderOptions extends CloudOptions {
  /** A template's name or id. One given to `start()` wins. */
  readonly template?: string | undefined;
  /** Default: variable `E2B_API_KEY`. */
  readonly apiKey?: string | undefined;
  /** Default: variable `E2B_DOMAIN`. */
  readonly domain?: string | undefined;
  /** How long the sandbox may live, in milliseconds. Default 1 hour; E2B's own is 5 minutes. */
  readonly lifetimeMs?: number | undefined;
  /** Whether whoever knows the URL reaches the server. Default `false`: a token that clients get is needed. */
  readonly publicTraffic?: boolean | undefined;
  /** Whether code in the sandbox reaches the Internet. Default: E2B's. */
  readonly allowInternetAccess?: boolean | undefined;
  /** Talks to an E2B on this machine. Default `false`, whatever the variable `E2B_DEBUG` says. */
  readonly debug?: boolean | undefined;
  /** The SDK, for bundlers: `() => import("e2b")`. Default: it is loaded by its name. */
  readonly sdk?: SdkSource<E2BSdk> | undefined;
}

const OPTION_NAMES: readonly (keyof E2BProviderOptions)[] = [
  ...CLOUD_OPTION_NAMES,
  "template",
  "apiKey",
  "domain",
  "lifetimeMs",
  "publicTraffic",
  "allowInternetAccess",
  "debug",
  "sdk",
];

/** Starts a server in a sandbox of E2B. One that is not healthy within 120 s is given up, unless told otherwise. */
export class E2BProvider extends ServerProvider<E2BProviderOptions> {
  readonly kind = "e2b";

  /** @throws InvalidArgumentError for an option that does not exist */
  constructor(options: E2BProviderOptions = {}) {
    super(options, {
      module: import.meta.url,
      className: "E2BProvider",
      readyTimeoutMs: 120_000,
      optionNames: OPTION_NAMES,
    });
  }

  protected override launch(source: string | undefined, context: LaunchContext): Promise<RunningServer> {
    const { options } = this;
    const cloud: Cloud = { name: "e2b", keys: [options.apiKey], create: (request) => this.#create(request) };
    return launchInSandbox(source ?? options.template, cloud, options, context);
  }

  async #create({ image, env, labels, signal }: SandboxRequest): Promise<Sandbox> {
    const { apiKey, domain, lifetimeMs = 3_600_000, debug = false, publicTraffic = false } = this.options;
    const { allowInternetAccess } = this.options;
    const { Sandbox: Sandboxes } = await loadPeer(this.options.sdk, "e2b", "e2b@2", "Sandbox");
    const sandbox = await Sandboxes.create(image, {
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(domain === undefined ? {} : { domain }),
      ...(allowInternetAccess === undefined ? {} : { allowInternetAccess }),
      debug,
      envs: { ...env },
      metadata: { ...labels },
      timeoutMs: lifetimeMs,
      network: { allowPublicTraffic: publicTraffic },
      signal,
    });
    return e2bSandbox(sandbox, "e2b-traffic-access-token", debug);
  }
}

/** E2B's own sandbox, and those of services whose SDK is made after it. */
export function e2bSandbox(sandbox: E2BSandbox, tokenHeader: string, mayBeLocal: boolean): Sandbox {
  return {
    id: sandbox.sandboxId,
    run: async (command) => (await sandbox.commands.run(command, { timeoutMs: 60_000 })).stdout,
    endpoint: (port) => Promise.resolve(endpointOf(sandbox, port, tokenHeader, mayBeLocal)),
    isRunning: () => sandbox.isRunning(),
    remove: async () => void (await sandbox.kill()),
  };
}

/** SB-05: a variable that was left behind sends the SDK to this machine, where no sandbox is. */
function endpointOf(sandbox: E2BSandbox, port: number, tokenHeader: string, mayBeLocal: boolean): ProviderEndpoint {
  const host = sandbox.getHost(port);
  const isLocal = isLoopback(new URL(`http://${host}`).hostname);
  if (isLocal && !mayBeLocal) {
    throw new ProviderError(
      "start",
      `The SDK gave ${host}, an address of this machine. Is it in debug mode (variable E2B_DEBUG)?`,
    );
  }
  const token = sandbox.trafficAccessToken;
  return {
    baseUrl: `${isLocal ? "http" : "https"}://${host}`,
    headers: token === undefined ? {} : { [tokenHeader]: token },
  };
}
