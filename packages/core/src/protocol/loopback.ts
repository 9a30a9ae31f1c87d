/** Which addresses are this machine's own. */

/** @param hostname in the form a `URL` has it */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d+){3}$/.test(hostname);
}
