/**
 * Opens a session at a server of the fleet: at another one when the first refuses it or cannot be reached. A session
 * that has begun stays where it is.
 */
import { FirstAnswer } from "../client/first-answer.ts";
import { ConnectionFailedError, InvalidArgumentError, TimeoutError } from "../errors/local-errors.ts";
import { CapacityReachedError, FactoryError, SessionError } from "../errors/wire-errors.ts";
import { CloseCode } from "../protocol/close-code.ts";
import { parseReply, toWireError } from "../protocol/reply.ts";
import { TimeLimit, untilAborted } from "../providers/time-limit.ts";
import type {
  Connect,
  Transport,
  TransportClose,
  TransportHandlers,
  TransportOptions,
} from "../transport/transport.ts";
import type { FleetSettings } from "./options.ts";
import type { Replica } from "./replica.ts";
import type { Place, ReplicaPool } from "./replica-pool.ts";

/** The host that stands for a fleet in the URL of a client: no server has it. */
export const FLEET_URL = "http://fleet.invalid";

/** @param suspect told of a server that a session could not be opened at, or that broke one */
export function fleetConnect(pool: ReplicaPool, settings: FleetSettings, suspect: (replica: Replica) => void): Connect {
  return async (url, options, handlers) => {
    const { pathname, search } = new URL(url);
    if (search !== "") {
      const option = pathname.endsWith("/resume") ? "resume" : "sessionId";
      throw new InvalidArgumentError(
        option,
        `A fleet cannot tell which of its servers has a session: connect to that server's own URL, or leave ${option} out.`,
      );
    }
    const limit = new TimeLimit("server with room", { signal: options.signal }, settings.waitForSlotMs || undefined);
    const refusing = new Set<Replica>();
    let last: unknown;
    try {
      for (;;) {
        if (pool.isClosed) throw new ConnectionFailedError("The fleet is closed.", { retryable: false });
        const place = pool.take(refusing);
        if (place === undefined) {
          if (!(await hasChanged(pool, limit, settings, options))) throw pool.refusal(last);
          refusing.clear();
          continue;
        }
        try {
          return await openAt(place, pathname, settings, options, handlers, suspect);
        } catch (error) {
          last = error;
          if (error instanceof CapacityReachedError) place.replica.refused(error);
          refusing.add(place.replica);
          if (options.signal?.aborted === true || !mayTryElsewhere(error)) throw error;
          if (!(error instanceof CapacityReachedError)) suspect(place.replica);
        }
      }
    } finally {
      limit.release();
    }
  };
}

/** False when the time to wait for a server with room is over. @throws the reason of the caller's signal */
async function hasChanged(
  pool: ReplicaPool,
  limit: TimeLimit,
  { waitForSlotMs }: FleetSettings,
  { signal }: TransportOptions,
): Promise<boolean> {
  if (waitForSlotMs === 0) return false;
  try {
    await pool.nextChange(limit.signal);
    return true;
  } catch (error) {
    if (signal?.aborted === true) throw error;
    return false;
  }
}

/** The place is given back when this rejects, and when the session's connection has closed. */
async function openAt(
  { replica, leave }: Place,
  path: string,
  { headers, sessionTimeoutMs }: FleetSettings,
  options: TransportOptions,
  handlers: TransportHandlers,
  suspect: (replica: Replica) => void,
): Promise<Transport> {
  const gate = new Gate(handlers, (close) => {
    leave();
    if (!close.wasClean || close.code === CloseCode.GoingAway) suspect(replica);
  });
  const answer = new FirstAnswer(gate);
  const merged = { ...headers, ...replica.endpoint.headers, ...options.headers };
  let transport: Transport | undefined;
  try {
    transport = await replica.connect(replica.url.socketUrl(path), { ...options, headers: merged }, answer);
    // A server that is full says so only after the handshake.
    const asked = answer.ask(transport, { option: "sessionTimeoutMs", ms: sessionTimeoutMs });
    throwIfRefused(await (options.signal === undefined ? asked : untilAborted(asked, options.signal)));
    gate.open();
    return transport;
  } catch (error) {
    leave();
    transport?.close(CloseCode.Normal);
    throw error;
  }
}

/** Keeps from the client what comes of a connection before it is known whether that has a session. */
class Gate implements TransportHandlers {
  readonly #handlers: TransportHandlers;
  readonly #onClose: (close: TransportClose) => void;
  #isOpen = false;
  #held: (() => void)[] = [];

  constructor(handlers: TransportHandlers, onClose: (close: TransportClose) => void) {
    this.#handlers = handlers;
    this.#onClose = onClose;
  }

  /** The connection is the client's from now on. */
  open(): void {
    this.#isOpen = true;
    for (const pass of this.#held.splice(0)) pass();
  }

  message(text: string): void {
    if (this.#isOpen) this.#handlers.message(text);
    else this.#held.push(() => this.#handlers.message(text));
  }

  close(close: TransportClose): void {
    this.#onClose(close);
    if (this.#isOpen) this.#handlers.close(close);
    else this.#held.push(() => this.#handlers.close(close));
  }
}

/** Any answer shows that there is a session, be it that the server does not understand the question. */
function throwIfRefused(text: string): void {
  const { type, data } = parseReply(text);
  if (type !== "error") return;
  const error = toWireError(data);
  if (error instanceof CapacityReachedError || error instanceof FactoryError || error instanceof SessionError)
    throw error;
}

function mayTryElsewhere(error: unknown): boolean {
  return [CapacityReachedError, FactoryError, SessionError, ConnectionFailedError, TimeoutError].some(
    (kind) => error instanceof kind,
  );
}
