/**
 * What `serve` takes and gives, the same on every runtime. Also the few rules about addresses that all share.
 */
import type { EnvManifest } from "../types.ts";
import type { EnvServer } from "../server/env-server.ts";
import type { EnvServerOptions } from "../server/settings.ts";
import type { SocketHeaders } from "../server/socket-target.ts";
import { noteServedAddress } from "../sync/served-addresses.ts";

/** Options of `serve`. */
export interface ServeOptions extends EnvServerOptions {
  /** 0 takes a free one. Default: the manifest's, else 8000. */
  readonly port?: number | undefined;
  /** Address to listen on. Default `127.0.0.1`, which this machine alone can reach; a container wants `0.0.0.0`. */
  readonly hostname?: string | undefined;
  /** Whether other processes may listen on the port too, on Bun and Deno; on Node a cluster does. Default `false`. */
  readonly reusePort?: boolean | undefined;
}

/** A server that listens. */
export interface ServedEnvironment extends AsyncDisposable {
  /** `http://127.0.0.1:8000`: what a client connects to. */
  readonly url: string;
  readonly port: number;
  readonly hostname: string;
  readonly server: EnvServer;
  /** Ends all sessions as {@link EnvServer.close} does, and stops listening. */
  close(): Promise<void>;
}

export interface ListenAddress {
  readonly port: number;
  readonly hostname: string;
}

/** Port and address to listen on. */
export function listenAddress(options: ServeOptions, manifest: EnvManifest): ListenAddress {
  return { port: options.port ?? manifest.port ?? 8000, hostname: options.hostname ?? "127.0.0.1" };
}

/** What a server looks at in an upgrade request. */
export function socketHeaders({ headers }: Request): SocketHeaders {
  return { authorization: headers.get("authorization"), origin: headers.get("origin") };
}

/** The URL a client on this machine uses; a wildcard address is for listening only. */
export function serverUrl(hostname: string, port: number): string {
  const host = hostname === "0.0.0.0" ? "127.0.0.1" : hostname === "::" ? "::1" : hostname;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/**
 * What `serve` gives. The address is noted for as long as it is listened on, for blocking clients of this thread.
 *
 * @param shutDown ends the sessions and stops listening; called once
 */
export function servedEnvironment(
  { hostname, port }: ListenAddress,
  server: EnvServer,
  shutDown: () => Promise<void>,
): ServedEnvironment {
  const forget = noteServedAddress({ hostname, port });
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => (closed ??= shutDown().finally(forget));
  return { url: serverUrl(hostname, port), port, hostname, server, close, [Symbol.asyncDispose]: close };
}

/**
 * Bytes of one message that a runtime reads before it cuts the peer off. What is over `maxMessageBytes` but not over
 * this is read to its end and then refused: a peer that meets the end of the stream in the middle of sending may never
 * see the close code, and asyncio of Python 3.11 fails with an error of its own.
 *
 * @returns four times the limit, though not more than the 64 MiB that Deno takes in any case
 */
export function readLimit(maxMessageBytes: number): number {
  return Math.max(maxMessageBytes, Math.min(4 * maxMessageBytes, 64 * 1024 * 1024));
}

/** How long a socket's peer has to answer the close handshake at shutdown, in milliseconds. */
export const CLOSE_HANDSHAKE_MS = 2000;
