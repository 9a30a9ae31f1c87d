/** What a server tells at `GET /capacity`. */
import { isJsonObject } from "../protocol/client-message.ts";
import { httpGet } from "../providers/http-get.ts";
import type { ProviderEndpoint } from "../providers/provider.ts";

export interface CapacityReport {
  readonly active: number;
  /** `Infinity` without a limit. */
  readonly max: number;
  readonly queued: number;
}

/** `undefined` when the server does not tell, as those of Python, or does not answer. Never rejects. */
export async function readCapacity(
  endpoint: ProviderEndpoint,
  signal: AbortSignal,
): Promise<CapacityReport | undefined> {
  try {
    const { status, body } = await httpGet(endpoint, "/capacity", signal);
    return status === 200 ? parseReport(JSON.parse(body)) : undefined;
  } catch {
    return undefined;
  }
}

function parseReport(value: unknown): CapacityReport | undefined {
  if (!isJsonObject(value)) return undefined;
  const { active, max, queued } = value;
  if (typeof active !== "number" || typeof queued !== "number") return undefined;
  if (max !== null && typeof max !== "number") return undefined;
  return { active, max: max ?? Number.POSITIVE_INFINITY, queued };
}
