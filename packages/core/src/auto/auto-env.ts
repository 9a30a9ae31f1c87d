/**
 * Environments by name alone: the typed client where its package is installed, else the generic one.
 */
import { GenericEnvClient } from "../client/generic-client.ts";
import type { LaunchOptions } from "../client/launch-options.ts";
import type { ClientOptions } from "../client/options.ts";
import { InvalidArgumentError } from "../errors/local-errors.ts";
import type { HubOptions } from "../providers/hub/hub-options.ts";
import { HubProvider } from "../providers/hub/hub-provider.ts";
import { installedModule } from "./installed-module.ts";
import { findEnvironment, installedEnvironments, type InstalledEnvironment } from "./installed-environments.ts";

/** Options of {@link AutoEnv.fromEnv}: those of a launch, and where to look. */
export interface AutoEnvOptions extends LaunchOptions, Pick<HubOptions, "use" | "install" | "token" | "endpoint"> {
  /** A server that runs already. Default: one is started, from the installed server package or by the name. */
  readonly baseUrl?: string | undefined;
  /** A container image to start instead. */
  readonly dockerImage?: string | undefined;
  /** Where the search for installed packages begins. Default: this process's folder. */
  readonly cwd?: string | undefined;
}

/** The class of a client, typed by what is asked for. */
export type AutoEnvClass<Client extends object> = {
  new (options: ClientOptions): Client;
  connect(baseUrl: string, options?: Omit<ClientOptions, "baseUrl">): PromiseLike<Client>;
  fromDockerImage(image: string, options?: object): PromiseLike<Client>;
  fromEnv(id: string, options?: object): PromiseLike<Client>;
};

/**
 * Finds environments by name. `echo`, `echo_env`, `echo-env` and `@openenv/echo-env` are one name; an `owner/name` is a
 * Hugging Face Space, as for `resolveEnv`.
 *
 * Code is loaded of packages that are installed, and of nothing else: a package that is not installed is fetched only
 * with `install: true`, and the source of a Space is run only with `use: "source"`.
 */
export const AutoEnv: {
  /**
   * A connected client. Its type is the one named: `AutoEnv.fromEnv<EchoEnv>("echo")` with a type-only import of the
   * client package; without it, the generic client's.
   *
   * @throws InvalidArgumentError for options that contradict each other
   * @throws ProviderError when the name leads to no server, ConnectionFailedError when `baseUrl` does not answer
   */
  fromEnv<Client extends object = GenericEnvClient>(name: string, options?: AutoEnvOptions): Promise<Client>;
  /** The class of an environment's client: the installed package's, else `GenericEnvClient`. */
  classOf<Client extends object = GenericEnvClient>(
    name: string,
    options?: { readonly cwd?: string | undefined },
  ): Promise<AutoEnvClass<Client>>;
  /** What is installed, without loading it. */
  list(options?: { readonly cwd?: string | undefined }): readonly InstalledEnvironment[];
  /** What is known of one of them, or `undefined`. */
  info(name: string, options?: { readonly cwd?: string | undefined }): InstalledEnvironment | undefined;
} = {
  async fromEnv<Client extends object>(name: string, options: AutoEnvOptions = {}): Promise<Client> {
    const { baseUrl, dockerImage, provider, use, install, token, endpoint, cwd, ...rest } = options;
    if (baseUrl !== undefined && (dockerImage !== undefined || provider !== undefined)) {
      const other = dockerImage === undefined ? "provider" : "dockerImage";
      throw new InvalidArgumentError("baseUrl", `Give baseUrl or ${other}, not both: a server runs, or is started.`);
    }
    const Class = await AutoEnv.classOf<Client>(name, { cwd });
    if (baseUrl !== undefined) return Class.connect(baseUrl, rest);
    if (dockerImage !== undefined) return Class.fromDockerImage(dockerImage, { ...rest, provider });
    const server = findEnvironment(name, cwd)?.server;
    const hub = { use, install, token, endpoint, cwd };
    return Class.fromEnv(server?.folder ?? name, { ...rest, provider: provider ?? new HubProvider(hub) });
  },

  async classOf<Client extends object>(
    name: string,
    { cwd }: { readonly cwd?: string | undefined } = {},
  ): Promise<AutoEnvClass<Client>> {
    const client = findEnvironment(name, cwd)?.client;
    if (client === undefined) return GenericEnvClient as unknown as AutoEnvClass<Client>;
    const module = await installedModule(client, ".");
    const found = module[client.className];
    if (typeof found === "function") return found as unknown as AutoEnvClass<Client>;
    throw new InvalidArgumentError(
      "name",
      `${client.name} says that it exports ${client.className}, and does not. Install another version of it.`,
    );
  },

  list: ({ cwd } = {}) => installedEnvironments(cwd),
  info: (name, { cwd } = {}) => findEnvironment(name, cwd),
};
