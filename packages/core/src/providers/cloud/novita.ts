/**
 * `@openenv/core/providers/novita`: sandboxes of Novita, through its SDK `novita-sandbox` (version 2), an optional peer
 * dependency.
 */
import type { LaunchContext, RunningServer } from "../running-server.ts";
import { ServerProvider } from "../server-provider.ts";
import { e2bSandbox, type E2BSandbox } from "./e2b.ts";
import { type Cloud, launchInSandbox, type SandboxRequest } from "./launch-in-sandbox.ts";
import { loadPeer, type SdkSource } from "./peer.ts";
import { CLOUD_OPTION_NAMES, type CloudOptions, type Sandbox } from "./sandbox.ts";

/** The part of the SDK that is used. */
export interface NovitaSdk {
  readonly Sandbox: { create(options?: NovitaCreateOptions): Promise<E2BSandbox> };
}

export interface NovitaCreateOptions {
  apiKey?: string;
  domain?: string;
  debug?: boolean;
  image?: string;
  template?: string;
  build?: { cpuCount?: number; memoryMB?: number };
  envs?: Record<string, string>;
  metadata?: Record<string, string>;
  timeoutMs?: number;
  secure?: boolean;
}

/** Options of a {@link NovitaProvider}. */
export interface NovitaProviderOptions extends CloudOptions {
  /** A registry's reference of an image, or `template:NAME`. One given to `start()` wins. */
  readonly image?: string | undefined;
  /** Default: variable `NOVITA_API_KEY`. */
  readonly apiKey?: string | undefined;
  /** Default: variable `NOVITA_DOMAIN`. */
  readonly domain?: string | undefined;
  /** How long the sandbox may live, in milliseconds. Default 1 hour. */
  readonly lifetimeMs?: number | undefined;
  /** Processors of a template that is made from an image. Default 2. */
  readonly cpus?: number | undefined;
  /** Memory of it, in MiB. Default 1024. */
  readonly memoryMiB?: number | undefined;
  /** Whether the SDK's own channel into the sandbox needs a token. Default: the SDK's. */
  readonly secure?: boolean | undefined;
  /** Talks to a service on this machine. Default `false`. */
  readonly debug?: boolean | undefined;
  /** The SDK, for bundlers: `() => import("novita-sandbox")`. Default: it is loaded by its name. */
  readonly sdk?: SdkSource<NovitaSdk> | undefined;
}

const OPTION_NAMES: readonly (keyof NovitaProviderOptions)[] = [
  ...CLOUD_OPTION_NAMES,
  "image",
  "apiKey",
  "domain",
  "lifetimeMs",
  "cpus",
  "memoryMiB",
  "secure",
  "debug",
  "sdk",
];

/** Starts a server in a sandbox of Novita. One that is not healthy within 120 s is given up, unless told otherwise. */
export class NovitaProvider extends ServerProvider<NovitaProviderOptions> {
  readonly kind = "novita";

  /** @throws InvalidArgumentError for an option that does not exist */
  constructor(options: NovitaProviderOptions = {}) {
    super(options, {
      module: import.meta.url,
      className: "NovitaProvider",
      readyTimeoutMs: 120_000,
      optionNames: OPTION_NAMES,
    });
  }

  protected override launch(source: string | undefined, context: LaunchContext): Promise<RunningServer> {
    const { options } = this;
    const cloud: Cloud = { name: "novita", keys: [options.apiKey], create: (request) => this.#create(request) };
    return launchInSandbox(source ?? options.image, cloud, options, context);
  }

  async #create({ image, env, labels }: SandboxRequest): Promise<Sandbox> {
    const { apiKey, domain, secure, debug = false, lifetimeMs = 3_600_000, cpus = 2, memoryMiB = 1024 } = this.options;
    const { Sandbox: Sandboxes } = await loadPeer(this.options.sdk, "novita-sandbox", "novita-sandbox@2", "Sandbox");
    const [, template] = /^template:(.+)$/.exec(image) ?? [];
    const sandbox = await Sandboxes.create({
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(domain === undefined ? {} : { domain }),
      ...(secure === undefined ? {} : { secure }),
      ...(template === undefined ? { image, build: { cpuCount: cpus, memoryMB: memoryMiB } } : { template }),
      debug,
      envs: { ...env },
      metadata: { ...labels },
      timeoutMs: lifetimeMs,
    });
    return e2bSandbox(sandbox, "e2b-traffic-access-token", debug);
  }
}
