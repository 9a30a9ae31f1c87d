/** Which addresses and names are this machine's own. */

/**
 * Whether an address surely leads to this machine, so that no proxy need be asked for it.
 *
 * @param hostname in the form a `URL` has it
 */
export function isLoopback(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/** Whether only this machine can mean itself by a host name or address: all of `.localhost` too, however it is written. */
export function isLoopbackName(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, "");
  return isLoopback(name) || name === "::1" || /.\.localhost$/.test(name);
}
