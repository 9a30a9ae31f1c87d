/**
 * A client and the server it drives, in one process and without a port: for tests of an environment.
 */
import type { ClientClass } from "../client/client.ts";
import type { ConnectOptions } from "../client/options.ts";
import type { EnvironmentDefinition } from "../server/definition.ts";
import { createEnvServer, type EnvServer } from "../server/env-server.ts";
import type { EnvServerOptions } from "../server/settings.ts";
import type { EnvTypes } from "../types.ts";
import { linkTo } from "./link-to.ts";

/** Options of {@link connectInProcess}. */
export interface InProcessOptions {
  /** Options of the client but for its connector. */
  readonly client?: Omit<ConnectOptions, "connect" | "fetch" | "headers">;
  /** Options of the server that is made for this client. Environment variables of the process are not read. */
  readonly server?: EnvServerOptions;
}

/** What every client can do, whichever environment it is of. */
interface Client {
  connect(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Connects a client of the given class to a server of its own, or to one that is running in this process.
 *
 * ```ts
 * await using env = await connectInProcess(EchoEnv, echoServer);
 * ```
 *
 * @param server what `define…Environment` gave: served for this client alone, and closed with it. Or a server made by
 *   `createEnvServer`, which stays open; `options.server` has no effect on it
 */
export async function connectInProcess<C extends Client, T extends EnvTypes>(
  clientClass: ClientClass<C>,
  server: EnvironmentDefinition<T> | EnvServer,
  options: InProcessOptions = {},
): Promise<C> {
  const given = "acceptSocket" in server ? server : undefined;
  const running = given ?? createEnvServer(server as EnvironmentDefinition<T>, { variables: {}, ...options.server });
  const Class = given === undefined ? owning(clientClass, running) : clientClass;
  const client = new Class({
    baseUrl: "http://in-process",
    ...options.client,
    connect: linkTo(running),
    fetch: (request) => running.fetch(request),
  });
  try {
    await running.ready;
    await client.connect();
  } catch (error) {
    await client.close();
    throw error;
  }
  return client;
}

/** The class whose first instance closes a server when it is closed; others are further sessions of that one. */
function owning<C extends Client>(clientClass: ClientClass<C>, server: EnvServer): ClientClass<C> {
  const Base = clientClass as unknown as ClientClass<Client>;
  let made = 0;
  class InProcessClient extends Base {
    readonly #number = (made += 1);

    override async close(): Promise<void> {
      await super.close();
      if (this.#number === 1) await server.close();
    }
  }
  return InProcessClient as unknown as ClientClass<C>;
}
