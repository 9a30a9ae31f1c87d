/**
 * Asks a server once whether it is healthy.
 */
import { httpGet } from "./http-get.ts";
import type { ProviderEndpoint } from "./provider.ts";

/** `undefined` when the server is healthy, else why it is not taken for that. */
export type Sickness = string | undefined;

/** `GET /health` once. Never rejects; an abort is a sickness too. */
export async function probeHealth(endpoint: ProviderEndpoint, signal: AbortSignal): Promise<Sickness> {
  try {
    const { status } = await httpGet(endpoint, "/health", signal);
    return status === 200 ? undefined : `GET /health answered ${status}`;
  } catch (error) {
    return (error as Error).message;
  }
}
