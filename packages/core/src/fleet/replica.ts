/**
 * One server of a fleet: where it is, whether it takes sessions, and how many it has. Does no I/O.
 */
import type { CapacityReachedError } from "../errors/wire-errors.ts";
import { type BaseUrl, parseBaseUrl } from "../protocol/base-url.ts";
import type { ProviderEndpoint } from "../providers/provider.ts";
import type { Connect } from "../transport/transport.ts";
import type { CapacityReport } from "./capacity-report.ts";
import type { FleetReplica } from "./options.ts";

export class Replica {
  readonly endpoint: ProviderEndpoint;
  readonly url: BaseUrl;
  /** Opens a connection; one that breaks says what became of the server, where that is known. */
  readonly connect: Connect;
  state: FleetReplica["state"] = "spare";
  /** When it was last given a session, in the order of all. */
  lastTaken = 0;
  #own = 0;
  #others = 0;
  #max = Number.POSITIVE_INFINITY;
  #queued = 0;

  constructor(endpoint: ProviderEndpoint, connect: Connect) {
    this.endpoint = endpoint;
    this.url = parseBaseUrl(endpoint.baseUrl);
    this.connect = connect;
  }

  /** Sessions and callers that are there, as far as known. */
  get load(): number {
    return this.#own + this.#others + this.#queued;
  }

  get room(): number {
    return this.#max - this.#own - this.#others;
  }

  get facts(): FleetReplica {
    return {
      baseUrl: this.url.baseUrl,
      state: this.state,
      own: this.#own,
      others: this.#others,
      max: Number.isFinite(this.#max) ? this.#max : undefined,
      queued: this.#queued,
    };
  }

  /** Counts a session; the returned function uncounts it, once. */
  take(): () => void {
    this.#own += 1;
    let taken = true;
    return () => {
      if (taken) this.#own -= 1;
      taken = false;
    };
  }

  /** The server has told how full it is: what is not ours is others'. */
  learn({ active, max, queued }: CapacityReport): void {
    this.#others = Math.max(0, active - this.#own);
    this.#max = max;
    this.#queued = queued;
  }

  /**
   * The server refused a session, which is not counted any more. What it says is believed until it tells anew; one that
   * never tells is tried again at the next look.
   */
  refused({ activeSessions, maxSessions }: CapacityReachedError): void {
    const max = maxSessions ?? activeSessions ?? this.#own + this.#others;
    this.#others = Math.max(0, (activeSessions ?? max) - this.#own);
    this.#max = max;
  }

  /** What a refusal has taught is forgotten, at a server that does not tell how full it is. */
  forget(): void {
    this.#others = 0;
    this.#max = Number.POSITIVE_INFINITY;
  }
}
