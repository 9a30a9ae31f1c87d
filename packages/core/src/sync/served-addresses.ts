/**
 * The addresses that this thread listens on. A blocking client asks: a thread that waits cannot answer itself. Pure
 * data, kept in the thread's global object, so that two installed copies of this package share it.
 */

interface Address {
  readonly hostname: string;
  readonly port: number;
}

const KEY: unique symbol = Symbol.for("openenv.served-addresses") as never;

/** Notes an address. The function it gives takes the note back. */
export function noteServedAddress(address: Address): () => void {
  const noted = { hostname: plain(address.hostname), port: address.port };
  addresses().add(noted);
  return () => addresses().delete(noted);
}

/** Whether a URL leads to an address that was noted, by whatever name this machine has for itself. */
export function isServedByThisThread({ protocol, hostname, port }: URL): boolean {
  const wanted = plain(hostname);
  const wantedPort = port === "" ? (protocol === "https:" ? 443 : 80) : Number(port);
  for (const served of addresses()) {
    if (served.port !== wantedPort) continue;
    if (served.hostname === wanted || (isOwn(served.hostname) && isOwn(wanted))) return true;
  }
  return false;
}

function addresses(): Set<Address> {
  const holder = globalThis as { [KEY]?: Set<Address> };
  return (holder[KEY] ??= new Set());
}

function plain(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, "").toLowerCase();
}

function isOwn(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|::1?)$/.test(hostname);
}
