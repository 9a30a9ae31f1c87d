/**
 * Makes sure that a port is free before a server is told to take it: another server on it would answer in its place, and
 * be taken for it.
 */
import { createServer } from "node:net";

import { ProviderError } from "../../errors/provider-error.ts";

/** @throws ProviderError with stage `start` when the port is taken or cannot be had */
export function requireFreePort(port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "EADDRINUSE" ? "is in use" : `cannot be had: ${error.message}`;
      const message = `Port ${port} of ${host} ${why}. Leave port out to take a free one.`;
      reject(new ProviderError("start", message, { cause: error, details: { port, host } }));
    });
    server.listen(port, host, () => server.close(() => resolve()));
  });
}
