/**
 * Asks the hub about a Space.
 */
import process from "node:process";

import { ProviderError } from "../../errors/provider-error.ts";
import { isConfidential } from "../address.ts";
import { spaceSubdomain } from "./environment-id.ts";
import type { HubOptions } from "./hub-options.ts";

/** What matters of the hub's answer. */
export interface SpaceFacts {
  /** Where the Space is served: `https://owner-name.hf.space`. */
  readonly url: string;
  /** `RUNNING`, `SLEEPING`, `BUILDING`, … */
  readonly stage: string;
}

interface SpaceAnswer {
  readonly host?: string;
  readonly subdomain?: string;
  readonly runtime?: { readonly stage?: string };
}

/** The hub's address, without a slash at its end. Default: variable `HF_ENDPOINT`, else `https://huggingface.co`. */
export function hubEndpoint({ endpoint }: HubOptions): string {
  return (endpoint ?? (process.env["HF_ENDPOINT"] || "https://huggingface.co")).replace(/\/+$/, "");
}

export function hubToken({ token }: HubOptions): string | undefined {
  return token ?? (process.env["HF_TOKEN"] || undefined);
}

/** The headers with the token, or none for an address at which everybody could read it. */
export function bearer(url: string, token: string | undefined): Record<string, string> {
  return token === undefined || !isConfidential(url) ? {} : { Authorization: `Bearer ${token}` };
}

/** @throws ProviderError with stage `resolve` when the hub cannot be asked or does not know the Space */
export async function spaceFacts(space: string, options: HubOptions, signal: AbortSignal): Promise<SpaceFacts> {
  const url = `${hubEndpoint(options)}/api/spaces/${space}`;
  const token = hubToken(options);
  let response: Response;
  try {
    // A redirect could carry the token elsewhere.
    response = await fetch(url, { headers: bearer(url, token), redirect: "manual", signal });
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    throw new ProviderError("resolve", `Cannot ask ${url} about the Space: ${(error as Error).message}`, {
      cause: error,
    });
  }
  if (!response.ok) throw refused(space, url, response.status, token !== undefined);
  const { host, subdomain, runtime } = (await response.json()) as SpaceAnswer;
  return { url: host ?? `https://${subdomain ?? spaceSubdomain(space)}.hf.space`, stage: runtime?.stage ?? "UNKNOWN" };
}

function refused(space: string, url: string, status: number, hasToken: boolean): ProviderError {
  // The hub answers 401 for what does not exist, too, when it is not told who asks.
  const hint = [401, 403, 404].includes(status)
    ? `There is no such Space, or it is private and ${hasToken ? "this token may not see it" : "no token was given"}.`
    : "";
  return new ProviderError("resolve", `${url} answered ${status} for the Space ${space}. ${hint}`.trim(), {
    details: { status, space },
  });
}
