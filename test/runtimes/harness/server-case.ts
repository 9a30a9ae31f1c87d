/** What a case of the server suite is, and what it is given. */
import type { RequirementId } from "../../conformance/requirements.ts";
import type { FixtureProcess, FixtureServer, ServeOptions } from "./fixture-process.ts";
import { type PeerOptions, WirePeer } from "./wire-peer.ts";

/** One behaviour, shown over the wire. It must pass on every runtime. */
export interface ServerCase {
  /** Starts with the id of a reported problem (`OE-23: …`) where it is the test of one. */
  readonly title: string;
  readonly verifies: readonly [RequirementId, ...RequirementId[]];
  /** Whether the runtime itself may have something to say on stderr. Default `false`. */
  readonly complains?: boolean;
  run(scope: CaseScope): Promise<void>;
}

/** What the runtimes cannot do alike. Everything else they must. */
export interface Traits {
  /** Can ping at any time; Deno's own idle timeout pings instead. */
  readonly pings: boolean;
  /** Can limit the memory of a worker. */
  readonly limitsMemory: boolean;
  /** Can stop reading a socket; the others bound what may be sent ahead. */
  readonly pauses: boolean;
}

/** Starts servers and peers for one case, and ends them after it. */
export class CaseScope implements AsyncDisposable {
  readonly fixture: FixtureProcess;
  readonly #resources: AsyncDisposable[] = [];

  constructor(fixture: FixtureProcess) {
    this.fixture = fixture;
  }

  get traits(): Traits {
    const { name } = this.fixture.runtime;
    return { pings: name !== "deno", pauses: name.startsWith("node"), limitsMemory: name !== "bun" };
  }

  async serve(environment: string, options?: ServeOptions): Promise<FixtureServer> {
    return this.#own(await this.fixture.serve(environment, options));
  }

  async connect(server: FixtureServer, options?: PeerOptions): Promise<WirePeer> {
    return this.#own(await WirePeer.open(server.url, options));
  }

  /** A server of an environment, and a peer connected to it. */
  async open(environment: string, options?: ServeOptions): Promise<{ server: FixtureServer; peer: WirePeer }> {
    const server = await this.serve(environment, options);
    return { server, peer: await this.connect(server) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const resource of this.#resources.toReversed()) await resource[Symbol.asyncDispose]();
  }

  #own<T extends AsyncDisposable>(resource: T): T {
    this.#resources.push(resource);
    return resource;
  }
}
