/**
 * What is known of an address by looking at it. Pure.
 */

import { isLoopback } from "../protocol/loopback.ts";

/** Whether nobody reads along what is sent there: a token may be. */
export function isConfidential(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || isLoopback(hostname);
}
