/** A port for a program that has to be told one, since it cannot say which it has taken. */
import { once } from "node:events";
import { createServer } from "node:net";

/**
 * Below what systems give to sockets by themselves (32768 on Linux), and below the ports of Kubernetes' nodes (30000):
 * nobody else takes it while the program starts, as another test may that listens on port 0.
 */
const LOWEST = 10_000;
const HIGHEST = 29_999;

export async function freePort(): Promise<number> {
  for (;;) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1));
    const probe = createServer().listen(port, "127.0.0.1");
    const isFree = await once(probe, "listening").then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, "close");
    return port;
  }
}
