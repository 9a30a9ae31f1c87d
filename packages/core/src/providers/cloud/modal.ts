/**
 * `@openenv/core/providers/modal`: sandboxes of Modal, through its SDK, an optional peer dependency. On npm that is the
 * 0.x line of `modal`; 1.x is another package of the same name.
 */
import { ProviderError } from "../../errors/provider-error.ts";
import type { LaunchContext, RunningServer } from "../running-server.ts";
import { ServerProvider } from "../server-provider.ts";
import { type Cloud, launchInSandbox, type SandboxRequest } from "./launch-in-sandbox.ts";
import { loadPeer, type SdkSource } from "./peer.ts";
import { CLOUD_OPTION_NAMES, type CloudOptions, type Sandbox } from "./sandbox.ts";

/** The part of the SDK that is used. `App` and `Image` are passed on as they came. */
export interface ModalSdk<App = unknown, Image = unknown> {
  readonly ModalClient: new (options?: ModalClientOptions) => ModalClientLike<App, Image>;
}

export interface ModalClientOptions {
  tokenId?: string;
  tokenSecret?: string;
  environment?: string;
}

export interface ModalClientLike<App, Image> {
  readonly apps: { fromName(name: string, options?: { createIfMissing?: boolean }): Promise<App> };
  readonly images: { fromRegistry(tag: string): Image };
  readonly sandboxes: { create(app: App, image: Image, options?: ModalCreateOptions): Promise<ModalSandbox> };
  close(): void;
}

export interface ModalCreateOptions {
  cpuLimit?: number;
  memoryLimitMiB?: number;
  timeoutMs?: number;
  command?: string[];
  env?: Record<string, string>;
  encryptedPorts?: number[];
  tags?: Record<string, string>;
}

export interface ModalSandbox {
  readonly sandboxId: string;
  exec(command: string[]): Promise<{ readonly stdout: { readText(): Promise<string> }; wait(): Promise<number> }>;
  tunnels(timeoutMs?: number): Promise<Record<number, { readonly url: string }>>;
  /** `null` while it runs. */
  poll(): Promise<number | null>;
  terminate(): Promise<void>;
}

/** Options of a {@link ModalProvider}. */
export interface ModalProviderOptions extends CloudOptions {
  /** A registry's reference of an image. One given to `start()` wins. */
  readonly image?: string | undefined;
  /** The Modal App that the sandbox belongs to; made when it is missing. Default `openenv`. */
  readonly appName?: string | undefined;
  /** Default: variable `MODAL_TOKEN_ID`, or the profile in `~/.modal.toml`. */
  readonly tokenId?: string | undefined;
  /** Default: variable `MODAL_TOKEN_SECRET`, or the profile. */
  readonly tokenSecret?: string | undefined;
  readonly environment?: string | undefined;
  /** How long the sandbox may live, in milliseconds. Default 1 hour; Modal's own is 5 minutes. */
  readonly lifetimeMs?: number | undefined;
  /** Processors at most. Default: Modal's. */
  readonly cpus?: number | undefined;
  /** Memory at most, in MiB. Default: Modal's. */
  readonly memoryMiB?: number | undefined;
  /** The SDK, for bundlers: `() => import("modal")`. Default: it is loaded by its name. */
  readonly sdk?: SdkSource<ModalSdk> | undefined;
}

const OPTION_NAMES: readonly (keyof ModalProviderOptions)[] = [
  ...CLOUD_OPTION_NAMES,
  "image",
  "appName",
  "tokenId",
  "tokenSecret",
  "environment",
  "lifetimeMs",
  "cpus",
  "memoryMiB",
  "sdk",
];

/** Starts a server in a sandbox of Modal. One that is not healthy within 120 s is given up, unless told otherwise. */
export class ModalProvider extends ServerProvider<ModalProviderOptions> {
  readonly kind = "modal";

  /** @throws InvalidArgumentError for an option that does not exist */
  constructor(options: ModalProviderOptions = {}) {
    super(options, {
      module: import.meta.url,
      className: "ModalProvider",
      readyTimeoutMs: 120_000,
      optionNames: OPTION_NAMES,
    });
  }

  protected override launch(source: string | undefined, context: LaunchContext): Promise<RunningServer> {
    const { options } = this;
    const keys = [options.tokenId, options.tokenSecret];
    const cloud: Cloud = { name: "modal", keys, create: (request) => this.#create(request) };
    return launchInSandbox(source ?? options.image, cloud, options, context);
  }

  async #create({ image, env, port, labels }: SandboxRequest): Promise<Sandbox> {
    const { appName = "openenv", lifetimeMs = 3_600_000, cpus, memoryMiB, command } = this.options;
    const { tokenId, tokenSecret, environment } = this.options;
    const { ModalClient } = await loadPeer(this.options.sdk, "modal", "modal@0", "ModalClient");
    const client = new ModalClient({
      ...(tokenId === undefined ? {} : { tokenId }),
      ...(tokenSecret === undefined ? {} : { tokenSecret }),
      ...(environment === undefined ? {} : { environment }),
    });
    try {
      const app = await client.apps.fromName(appName, { createIfMissing: true });
      const sandbox = await client.sandboxes.create(app, client.images.fromRegistry(image), {
        ...(cpus === undefined ? {} : { cpuLimit: cpus }),
        ...(memoryMiB === undefined ? {} : { memoryLimitMiB: memoryMiB }),
        // Modal runs no image's own command by itself.
        ...(command === null ? {} : { command: ["sleep", "infinity"] }),
        // Whole seconds is what Modal takes.
        timeoutMs: Math.ceil(lifetimeMs / 1000) * 1000,
        env: { ...env },
        encryptedPorts: [port],
        tags: { ...labels },
      });
      return modalSandbox(sandbox, client);
    } catch (error) {
      client.close();
      throw error;
    }
  }
}

function modalSandbox(sandbox: ModalSandbox, client: { close(): void }): Sandbox {
  return {
    id: sandbox.sandboxId,
    async run(command) {
      const child = await sandbox.exec(["sh", "-c", command]);
      const [text] = await Promise.all([child.stdout.readText(), child.wait()]);
      return text;
    },
    async endpoint(port) {
      const url = (await sandbox.tunnels(50_000))[port]?.url;
      if (url === undefined) throw new ProviderError("start", `Modal has opened no tunnel for port ${port}.`);
      return { baseUrl: url };
    },
    isRunning: async () => (await sandbox.poll()) === null,
    async remove() {
      try {
        await sandbox.terminate();
      } finally {
        client.close();
      }
    },
  };
}
