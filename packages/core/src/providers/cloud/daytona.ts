/**
 * `@openenv/core/providers/daytona`: sandboxes of Daytona, through its SDK `@daytona/sdk`, an optional peer dependency.
 */
import type { LaunchContext, RunningServer } from "../running-server.ts";
import { ServerProvider } from "../server-provider.ts";
import { type Cloud, launchInSandbox, type SandboxRequest } from "./launch-in-sandbox.ts";
import { loadPeer, type SdkSource } from "./peer.ts";
import { CLOUD_OPTION_NAMES, type CloudOptions, type Sandbox } from "./sandbox.ts";

/** The part of the SDK that is used. */
export interface DaytonaSdk {
  readonly Daytona: new (options?: DaytonaClientOptions) => DaytonaClient;
}

export interface DaytonaClientOptions {
  apiKey?: string;
  apiUrl?: string;
  target?: string;
}

export interface DaytonaClient extends AsyncDisposable {
  create(params: DaytonaCreateOptions, options?: { timeout?: number }): Promise<DaytonaSandbox>;
}

export interface DaytonaResources {
  cpu?: number;
  gpu?: number;
  /** GiB. */
  memory?: number;
  /** GiB. */
  disk?: number;
}

/** From an image, or from a snapshot. */
export type DaytonaCreateOptions = {
  envVars?: Record<string, string>;
  labels?: Record<string, string>;
  public?: boolean;
  autoStopInterval?: number;
} & ({ image: string; resources?: DaytonaResources } | { snapshot: string });

export interface DaytonaSandbox {
  readonly id: string;
  readonly state?: string | undefined;
  readonly process: {
    executeCommand(
      command: string,
      cwd?: string,
      env?: Record<string, string>,
      timeout?: number,
    ): Promise<{ readonly result: string }>;
  };
  refreshData(): Promise<void>;
  getSignedPreviewUrl(port: number, expiresInSeconds?: number): Promise<{ readonly url: string }>;
  delete(timeout?: number): Promise<void>;
}

/** Options of a {@link DaytonaProvider}. */
export interface DaytonaProviderOptions extends CloudOptions {
  /** A registry's reference of an image, or `snapshot:NAME`. One given to `start()` wins. */
  readonly image?: string | undefined;
  /** Default: variable `DAYTONA_API_KEY`. */
  readonly apiKey?: string | undefined;
  /** Default: variable `DAYTONA_API_URL`. */
  readonly apiUrl?: string | undefined;
  /** The region. Default: variable `DAYTONA_TARGET`. */
  readonly target?: string | undefined;
  /** Whether whoever knows the sandbox reaches its ports. Default `false`: a signed URL is used. */
  readonly publicPorts?: boolean | undefined;
  /** Of a sandbox made from an image. Default: Daytona's. */
  readonly resources?: DaytonaResources | undefined;
  /** A sandbox without a request for this long is stopped, in milliseconds; 0 never. Default 15 minutes. */
  readonly idleTimeoutMs?: number | undefined;
  /** How long the signed URL is good for, in milliseconds. Default 24 hours. */
  readonly urlLifetimeMs?: number | undefined;
  /** The SDK, for bundlers: `() => import("@daytona/sdk")`. Default: it is loaded by its name. */
  readonly sdk?: SdkSource<DaytonaSdk> | undefined;
}

const OPTION_NAMES: readonly (keyof DaytonaProviderOptions)[] = [
  ...CLOUD_OPTION_NAMES,
  "image",
  "apiKey",
  "apiUrl",
  "target",
  "publicPorts",
  "resources",
  "idleTimeoutMs",
  "urlLifetimeMs",
  "sdk",
];

/** Starts a server in a sandbox of Daytona. One that is not healthy within 120 s is given up, unless told otherwise. */
export class DaytonaProvider extends ServerProvider<DaytonaProviderOptions> {
  readonly kind = "daytona";

  /** @throws InvalidArgumentError for an option that does not exist */
  constructor(options: DaytonaProviderOptions = {}) {
    super(options, {
      module: import.meta.url,
      className: "DaytonaProvider",
      readyTimeoutMs: 120_000,
      optionNames: OPTION_NAMES,
    });
  }

  protected override launch(source: string | undefined, context: LaunchContext): Promise<RunningServer> {
    const { options } = this;
    const cloud: Cloud = { name: "daytona", keys: [options.apiKey], create: (request) => this.#create(request) };
    return launchInSandbox(source ?? options.image, cloud, options, context);
  }

  async #create({ image, env, labels }: SandboxRequest): Promise<Sandbox> {
    const { apiKey, apiUrl, target, resources, publicPorts = false, idleTimeoutMs = 900_000 } = this.options;
    const { Daytona } = await loadPeer(this.options.sdk, "@daytona/sdk", "@daytona/sdk@0", "Daytona");
    const client = new Daytona({
      ...(apiKey === undefined ? {} : { apiKey }),
      ...(apiUrl === undefined ? {} : { apiUrl }),
      ...(target === undefined ? {} : { target }),
    });
    const shared = {
      envVars: { ...env },
      labels: { ...labels },
      public: publicPorts,
      // Whole minutes is what Daytona takes.
      autoStopInterval: Math.ceil(idleTimeoutMs / 60_000),
    };
    const [, snapshot] = /^snapshot:(.+)$/.exec(image) ?? [];
    const from = snapshot === undefined ? { image, ...(resources === undefined ? {} : { resources }) } : { snapshot };
    try {
      return this.#sandbox(await client.create({ ...shared, ...from }, { timeout: 300 }), client);
    } catch (error) {
      await client[Symbol.asyncDispose]();
      throw error;
    }
  }

  #sandbox(sandbox: DaytonaSandbox, client: DaytonaClient): Sandbox {
    const { urlLifetimeMs = 86_400_000 } = this.options;
    return {
      id: sandbox.id,
      run: async (command) => (await sandbox.process.executeCommand(command, undefined, undefined, 60)).result,
      endpoint: async (port) => {
        const { url } = await sandbox.getSignedPreviewUrl(port, Math.ceil(urlLifetimeMs / 1000));
        return { baseUrl: url };
      },
      async isRunning() {
        await sandbox.refreshData();
        return sandbox.state === undefined || sandbox.state === "started";
      },
      async remove() {
        try {
          await sandbox.delete(60);
        } finally {
          await client[Symbol.asyncDispose]();
        }
      },
    };
  }
}
