/**
 * Which requests a server takes by the name they call it and the page they come from. Knows no HTTP but these two texts.
 *
 * A page in a browser may reach a server of this machine under a name of its own that has come to mean 127.0.0.1, and
 * then read what it answers. So a server that listens on a loopback address is called by the names of this machine only,
 * and used by the pages of this machine only, unless its options say more.
 */

import { isLoopbackName } from "../protocol/loopback.ts";

/** In a list of {@link OriginPolicy} it stands for any. */
const ANY = "*";

/** The part of a server's settings that is looked at here. */
export interface OriginPolicy {
  /** Names beside those of this machine; `undefined` where any will do, and nothing is checked. */
  readonly allowedHosts: readonly string[] | undefined;
  /** Origins of pages beside those of this machine: `https://host`. */
  readonly allowedOrigins: readonly string[];
}

/**
 * Why a request is not taken, or `undefined`.
 *
 * @param url the whole URL of the request, its host as the header `Host` has it
 * @param origin the header of that name; clients that are no page send none
 */
export function strangerIn(policy: OriginPolicy, url: URL, origin: string | null | undefined): string | undefined {
  const { allowedHosts } = policy;
  if (allowedHosts === undefined) return undefined;
  if (!isNamed(url.hostname, allowedHosts)) {
    return `This server listens for this machine and is not called ${url.hostname} (option allowedHosts)`;
  }
  const own = (name: string): boolean => isNamed(name, allowedHosts);
  if (mayUse(policy, origin) || (URL.canParse(origin ?? "") && own(new URL(origin ?? "").hostname))) return undefined;
  return "Requests from pages of this origin are not taken (option allowedOrigins)";
}

/** Whether pages of an origin may use the server: none is no page, and those of this machine and of the list may. */
export function mayUse({ allowedOrigins }: OriginPolicy, origin: string | null | undefined): boolean {
  if (origin === null || origin === undefined || isListed(origin, allowedOrigins)) return true;
  return URL.canParse(origin) && isLoopbackName(new URL(origin).hostname);
}

/** Whether an origin is in the list: what browsers may be told to show to its pages. */
export function isListed(origin: string, allowedOrigins: readonly string[]): boolean {
  return allowedOrigins.includes(origin) || allowedOrigins.includes(ANY);
}

function isNamed(hostname: string, allowedHosts: readonly string[]): boolean {
  return isLoopbackName(hostname) || allowedHosts.includes(hostname) || allowedHosts.includes(ANY);
}
