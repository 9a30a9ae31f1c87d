/**
 * What is known of an address by looking at it. Pure.
 */

/** Whether an address is this machine's own, in the form a `URL` has it. */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}

/** Whether nobody reads along what is sent there: a token may be. */
export function isConfidential(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === "https:" || isLoopback(hostname);
}
