/** What a server of one environment offers to whoever runs it. */
import type { EnvTypes } from "../types.ts";
import type { Connection, SocketPort } from "./connection.ts";
import type { EnvironmentDefinition } from "./definition.ts";
import { SessionServer } from "./session-server.ts";
import type { EnvServerOptions, ServerSettings } from "./settings.ts";
import type { SocketHeaders, SocketTarget } from "./socket-target.ts";

/** What a server is doing: it serves sessions from `ready` on. */
export type ServerStatus = "starting" | "ready" | "failed" | "closing";

/** A server of one environment. */
export interface EnvServer extends AsyncDisposable {
  readonly name: string;
  readonly settings: ServerSettings;
  readonly status: ServerStatus;
  /** Sessions in use, those that are being made included. */
  readonly activeSessions: number;
  /** Callers that wait for a slot. */
  readonly queuedSessions: number;
  /** Resolves when the author's `setup` is done; rejects with what it throws. */
  readonly ready: Promise<void>;
  /** Answers any HTTP request; never rejects. */
  fetch(request: Request): Promise<Response>;
  /**
   * What an upgrade request asks for, or `undefined` when no socket is served there, or not to its sender.
   *
   * @param url the whole URL, its host as the header `Host` has it
   */
  socketTarget(url: URL, headers?: SocketHeaders): SocketTarget | undefined;
  /** Takes an opened socket. The caller passes on what arrives, and calls `gone` at its end. */
  acceptSocket(port: SocketPort, target?: SocketTarget): Connection;
  /**
   * Takes no further session, and `/health` says 503 `closing`, while those there are go on. Resolves when none is left,
   * or when the time is over. `close()` ends the wait.
   *
   * @param timeoutMs longest wait, in milliseconds
   */
  drain(timeoutMs: number): Promise<void>;
  /** Lets running steps finish, closes sockets with 1001, then closes environments and calls the author's `close`. */
  close(): Promise<void>;
}

/**
 * Makes a server.
 *
 * @throws InvalidArgumentError for an invalid option or environment variable, naming it
 */
export function createEnvServer<T extends EnvTypes>(
  definition: EnvironmentDefinition<T>,
  options: EnvServerOptions = {},
): EnvServer {
  return new SessionServer(definition, options);
}
