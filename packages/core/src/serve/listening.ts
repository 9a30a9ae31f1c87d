/**
 * Listens, or says in terms of the options of `serve` why that cannot be.
 */
import { InvalidArgumentError } from "../errors/local-errors.ts";
import type { EnvServer } from "../server/env-server.ts";
import type { ListenAddress } from "./options.ts";

/** What `listen` gives; when it fails the server is closed, with what its setup has made. */
export async function listening<T>(
  server: EnvServer,
  address: ListenAddress,
  listen: () => T | Promise<T>,
): Promise<T> {
  try {
    return await listen();
  } catch (error) {
    await server.close();
    throw cannotListen(error, address);
  }
}

/** The error of a system that did not let this process listen; any other as it is. */
export function cannotListen(error: unknown, { hostname, port }: ListenAddress): unknown {
  const { code, name } = error as { readonly code?: unknown; readonly name?: unknown };
  const options = { cause: error, details: { hostname, port } };
  // Deno's errors have names instead of codes.
  switch (typeof code === "string" ? code : name) {
    case "EADDRINUSE":
    case "AddrInUse":
      return new InvalidArgumentError(
        "port",
        `Port ${port} of ${hostname} is taken. Stop what listens there, or choose another: port 0 takes a free one.`,
        options,
      );
    case "EACCES":
    case "PermissionDenied":
      return new InvalidArgumentError(
        "port",
        `This process may not listen on port ${port} of ${hostname}. Choose one above 1023.`,
        options,
      );
    case "EADDRNOTAVAIL":
    case "AddrNotAvailable":
      return new InvalidArgumentError(
        "hostname",
        `${hostname} is no address of this machine. 127.0.0.1 is reached from here alone, 0.0.0.0 is every address.`,
        options,
      );
    default:
      return error;
  }
}
