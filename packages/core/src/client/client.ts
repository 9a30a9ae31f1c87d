/**
 * The client of one environment: what generated clients extend. It has the calls of {@link EnvCalls}, the ways to make
 * a client, and the way to its blocking form.
 */
import { assertCanBlock } from "../sync/worker-host.ts";
import { SyncEnvClient } from "../sync/sync-client.ts";
import type { EnvSpec, EnvTypes } from "../types.ts";
import { ChannelLine } from "./channel-line.ts";
import { type ClientSetup, setUpClient } from "./client-setup.ts";
import { EnvCalls } from "./env-calls.ts";
import type { EnvMethods, ResetInput, SyncEnv } from "./env-methods.ts";
import { type LaunchOptions, planLaunch, type SyncLaunchOptions } from "./launch-options.ts";
import { type AsyncEnv, type BlockingClient, type Lazy, LazyClient, type SyncOf } from "./lazy.ts";
import { DOCKER_PROVIDER, HUB_PROVIDER, type ProviderSource } from "./load-provider.ts";
import type { CallOptions, ClientOptions, ConnectOptions, SyncCallOptions, SyncConnectOptions } from "./options.ts";
import { connected, connectedSync, startClient, startClientSync } from "./start-client.ts";
import type { StepResult } from "./step-result.ts";

/** A client class, for statics that give an instance of the class they are called on. */
export interface ClientClass<C> {
  new (options: ClientOptions): C;
}

/**
 * Drives one session of an environment. It connects at the first call. Calls may overlap: they are sent at once and
 * answered in order.
 *
 * A session lives as long as its connection. When that breaks, and also when a call is given up after it was sent,
 * `step` and `state` reject with `SessionLostError`; only `reset()` opens a new session. Nothing is sent twice.
 *
 * Every call may reject with the server's error ({@link WireError} and its subclasses), `ConnectionFailedError`,
 * `TimeoutError`, `SessionLostError`, `MessageTooLargeError`, `ProtocolViolationError`, `ClientClosedError`,
 * `ClientInUseError` after `sync()`, or the reason of its signal.
 */
export class EnvClient<T extends EnvTypes>
  extends EnvCalls<"async", T>
  implements EnvMethods<"async", T>, AsyncDisposable
{
  readonly #line: ChannelLine<T>;
  readonly #options: ClientOptions;
  #twin: SyncEnv<T> | undefined;

  /**
   * Makes a client and does nothing yet.
   *
   * @param spec the environment's schemas, given by the generated subclass; without it nothing is checked
   * @throws InvalidArgumentError naming the option that is wrong
   */
  constructor(options: ClientOptions, spec?: EnvSpec<T>) {
    const setup: ClientSetup<T> = setUpClient(options, spec);
    const line = new ChannelLine(setup);
    super(setup, line);
    this.#line = line;
    this.#options = options;
  }

  /**
   * A client of this class with an open connection: `await` it, or ask it for the blocking client by `.sync()`.
   * Nothing is done before.
   */
  static connect<C extends AsyncEnv>(
    this: ClientClass<C>,
    baseUrl: string,
    options: ConnectOptions & CallOptions = {},
  ): Lazy<C> {
    const { signal, timeoutMs, ...rest } = options;
    const make = (): C => new this({ ...rest, baseUrl });
    return new LazyClient<C>(
      async () => connected(make(), { signal, timeoutMs }),
      () => connectedSync(make().sync() as SyncOf<C> & BlockingClient, { signal, timeoutMs } as SyncCallOptions),
    );
  }

  /** The same as `connect(…).sync()`. */
  static connectSync<C extends AsyncEnv>(
    this: ClientClass<C>,
    baseUrl: string,
    options?: SyncConnectOptions & SyncCallOptions,
  ): SyncOf<C> {
    return EnvClient.connect.call<ClientClass<C>, [string, typeof options], Lazy<C>>(this, baseUrl, options).sync();
  }

  /**
   * Starts a server from a container image and connects to it: `await` it, or `.sync()`. Nothing is done before. The
   * server is stopped by the client's `close()`, and when anything fails on the way.
   *
   * @param options `provider` starts the image; by default the Docker or podman of this machine
   * @throws ProviderError when the server cannot be started or does not become healthy, and what `connect` may throw
   */
  static fromDockerImage<C extends AsyncEnv>(
    this: ClientClass<C>,
    image: string,
    options: LaunchOptions = {},
  ): Lazy<C> {
    return EnvClient.#launch(this, image, options, DOCKER_PROVIDER);
  }

  /** The same as `fromDockerImage(…).sync()`. */
  static fromDockerImageSync<C extends AsyncEnv>(
    this: ClientClass<C>,
    image: string,
    options: SyncLaunchOptions = {},
  ): SyncOf<C> {
    return EnvClient.#launch(this, image, options, DOCKER_PROVIDER).sync();
  }

  /**
   * As {@link fromDockerImage}, from the name of an environment: `owner/name` of a Hub, a server package, or a folder
   * with `openenv.yaml`.
   *
   * @param options `provider` finds and starts it; by default one that knows all of these
   */
  static fromEnv<C extends AsyncEnv>(this: ClientClass<C>, id: string, options: LaunchOptions = {}): Lazy<C> {
    return EnvClient.#launch(this, id, options, HUB_PROVIDER);
  }

  /** The same as `fromEnv(…).sync()`. */
  static fromEnvSync<C extends AsyncEnv>(this: ClientClass<C>, id: string, options: SyncLaunchOptions = {}): SyncOf<C> {
    return EnvClient.#launch(this, id, options, HUB_PROVIDER).sync();
  }

  /**
   * A blocking client of this class, for programs that do not `await`. It connects at the first call.
   *
   * @throws SyncUnsupportedError where threads cannot be blocked, as in a browser's page
   */
  static sync<C extends AsyncEnv>(this: ClientClass<C>, baseUrl: string, options: SyncConnectOptions = {}): SyncOf<C> {
    return new this({ ...options, baseUrl }).sync() as SyncOf<C>;
  }

  /**
   * Turns this client, before its first call, into a blocking one with the same settings; the same one each time.
   *
   * @throws ClientInUseError when a call was made already, ClientClosedError after `close()`, SyncUnsupportedError for
   *   the options `connect` and `fetch` and where threads cannot be blocked
   */
  sync(): SyncEnv<T> {
    if (this.#twin === undefined) {
      assertCanBlock();
      this.#twin = new SyncEnvClient(this.#line.handOver(), {
        makeAnother: () => this.makeAnother().sync(),
        stepPayload: (action) => this.stepPayload(action),
      });
    }
    return this.#twin;
  }

  protected override makeAnother(): this {
    const { sessionId: _, ...options } = this.#options;
    return new (this.constructor as ClientClass<this>)(options);
  }

  /** The same as {@link reset}. */
  resetAsync(params?: ResetInput<T>, options?: CallOptions): Promise<StepResult<T["observation"]>> {
    return this.reset(params, options);
  }

  /** The same as {@link step}. */
  stepAsync(action: T["actionInput"], options?: CallOptions): Promise<StepResult<T["observation"]>> {
    return this.step(action, options);
  }

  /** The same as {@link state}. */
  stateAsync(options?: CallOptions): Promise<T["state"]> {
    return this.state(options);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  static #launch<C extends AsyncEnv>(
    clientClass: ClientClass<C>,
    source: string,
    options: LaunchOptions,
    fallback: ProviderSource,
  ): Lazy<C> {
    const lineOf = (client: C): ChannelLine<EnvTypes> => (client as unknown as EnvClient<EnvTypes>).#line;
    return new LazyClient<C>(
      async () =>
        startClient(source, planLaunch(options, fallback), (clientOptions, server) => {
          const client = new clientClass(clientOptions);
          lineOf(client).own(server);
          return client;
        }),
      () =>
        startClientSync(source, planLaunch(options, fallback), (clientOptions, server) => {
          const client = new clientClass(clientOptions);
          lineOf(client).ownForTwin(server);
          return client.sync() as SyncOf<C> & BlockingClient;
        }),
    );
  }
}
