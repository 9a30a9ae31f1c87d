/**
 * Makes connected clients: of a server that runs, or of one that is started first. What fails on the way leaves
 * nothing open and nothing running.
 */
import type { ProviderEndpoint } from "../providers/provider.ts";
import { BlockingProvider } from "../sync/blocking-provider.ts";
import type { LaunchPlan } from "./launch-options.ts";
import { launchServer } from "./launch-server.ts";
import type { AsyncEnv, BlockingClient } from "./lazy.ts";
import type { OwnedServer } from "./line.ts";
import { loadProvider } from "./load-provider.ts";
import type { CallOptions, ClientOptions, ConnectOptions, SyncCallOptions } from "./options.ts";

/** Makes an async client, and has it stop the server if there is one to stop. */
export type MakeClient<C extends AsyncEnv> = (options: ClientOptions, server: OwnedServer<"async">) => C;

/** As {@link MakeClient}, for a blocking client. */
export type MakeBlockingClient<S extends BlockingClient> = (options: ClientOptions, server: OwnedServer<"sync">) => S;

/** Opens the client's connection, or closes the client. */
export async function connected<C extends AsyncEnv>(client: C, limits: CallOptions): Promise<C> {
  try {
    await client.connect(limits);
  } catch (error) {
    await client.close();
    throw error;
  }
  return client;
}

/** As {@link connected}, blocking. */
export function connectedSync<S extends BlockingClient>(client: S, limits: SyncCallOptions): S {
  try {
    client.connect(limits);
  } catch (error) {
    client.close();
    throw error;
  }
  return client;
}

/** Starts a server and connects a client to it. */
export async function startClient<C extends AsyncEnv>(
  source: string,
  plan: LaunchPlan,
  make: MakeClient<C>,
): Promise<C> {
  const { limits } = plan;
  const since = performance.now();
  const provider = await loadProvider(plan.provider);
  const endpoint = await launchServer(provider, source, limits);
  const server: OwnedServer<"async"> = {
    stop: () => provider.stop(),
    explainEnd: async () => provider.explainEnd?.(),
  };
  let client: C;
  try {
    client = make(optionsFor(endpoint, plan.client), server);
  } catch (error) {
    await provider.stop();
    throw error;
  }
  return connected(client, { signal: limits.signal, timeoutMs: rest(limits.timeoutMs, since) });
}

/** As {@link startClient}, blocking. */
export function startClientSync<S extends BlockingClient>(
  source: string,
  plan: LaunchPlan,
  make: MakeBlockingClient<S>,
): S {
  const { limits } = plan;
  const since = performance.now();
  const provider = BlockingProvider.of(plan.provider);
  const endpoint = provider.launch(source, limits);
  let client: S;
  try {
    client = make(optionsFor(endpoint, plan.client), provider);
  } catch (error) {
    provider.stop();
    throw error;
  }
  return connectedSync(client, { timeoutMs: rest(limits.timeoutMs, since) });
}

/** The caller's own headers win over the provider's. */
function optionsFor({ baseUrl, headers }: ProviderEndpoint, client: ConnectOptions): ClientOptions {
  const merged = headers === undefined ? client.headers : { ...headers, ...client.headers };
  return { ...client, headers: merged, baseUrl };
}

/** What is left of a limit. The launch would have failed already if nothing were. */
function rest(timeoutMs: number | undefined, since: number): number | undefined {
  return timeoutMs === undefined ? undefined : Math.max(1, timeoutMs - (performance.now() - since));
}
