/**
 * A TCP proxy in front of a server that does to the bytes what bad networks do: it delays, stalls, half-closes and cuts
 * at given offsets, in the middle of a frame as well as between two. What happens where is a plan, made by hand or from
 * a seed ({@link randomFaults}), so that a failure can be repeated.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** Something that happens to the bytes of one direction. Those before `afterBytes` have been passed on by then. */
export type Fault =
  /** Passes nothing on for a while. */
  | { readonly kind: "delay"; readonly afterBytes: number; readonly ms: number }
  /** Passes nothing on any more, and says nothing of it: a dead line. The other direction goes on. */
  | { readonly kind: "stall"; readonly afterBytes: number }
  /** Tells the receiver that no more will come. The other direction goes on. */
  | { readonly kind: "half-close"; readonly afterBytes: number }
  /** Resets both ends. Bytes that the receiver has not read by then may be lost. */
  | { readonly kind: "cut"; readonly afterBytes: number };

/** The faults of one connection, each direction in ascending order of `afterBytes`. Bytes count from the handshake on. */
export interface ConnectionPlan {
  /** From the client to the server. */
  readonly up?: readonly Fault[];
  /** From the server to the client. */
  readonly down?: readonly Fault[];
}

/** What happens on a connection; they are numbered from 0, in the order they come. */
export type FaultPlan = (connection: number) => ConnectionPlan;

export interface TcpProxyOptions {
  /** Default: nothing happens. */
  readonly plan?: FaultPlan;
}

/** A running proxy. Disposing of it cuts what is open. */
export class TcpProxy implements AsyncDisposable {
  /** `http://127.0.0.1:…`, to be used instead of the server's. */
  readonly url: string;
  /** Connections that have come so far. */
  accepted = 0;
  /** Faults that have happened so far, by kind. */
  readonly happened: Record<Fault["kind"], number> = { delay: 0, stall: 0, "half-close": 0, cut: 0 };
  readonly #server: Server;
  readonly #links = new Set<Link>();

  private constructor(server: Server, port: number, target: URL, plan: FaultPlan) {
    this.#server = server;
    this.url = `http://127.0.0.1:${port}`;
    server.on("connection", (client: Socket) => {
      const faults = plan(this.accepted);
      this.accepted += 1;
      const upstream = connect({
        host: target.hostname,
        port: Number(target.port),
        allowHalfOpen: true,
        noDelay: true,
      });
      const link = new Link(client, upstream, faults, (kind) => (this.happened[kind] += 1));
      this.#links.add(link);
      void link.ended.then(() => this.#links.delete(link));
    });
  }

  /** @param target URL of the server, with its port */
  static async start(target: string, { plan = () => ({}) }: TcpProxyOptions = {}): Promise<TcpProxy> {
    const server = createServer({ allowHalfOpen: true, noDelay: true });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return new TcpProxy(server, (server.address() as AddressInfo).port, new URL(target), plan);
  }

  /** Connections of which an end is open. */
  get open(): number {
    return this.#links.size;
  }

  /** Settled when no connection of now is open any more. */
  async idle(): Promise<void> {
    await Promise.all([...this.#links].map((link) => link.ended));
  }

  /** Resets every connection there is, stalled ones too. */
  cutAll(): void {
    for (const link of this.#links) link.cut();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.cutAll();
    await closed;
  }
}

/** The two sockets of one connection. */
class Link {
  readonly ended: Promise<unknown>;
  readonly #client: Socket;
  readonly #upstream: Socket;

  constructor(
    client: Socket,
    upstream: Socket,
    { up = [], down = [] }: ConnectionPlan,
    tell: (kind: Fault["kind"]) => void,
  ) {
    this.#client = client;
    this.#upstream = upstream;
    this.ended = Promise.all([closeOf(client), closeOf(upstream)]);
    const inflict = ({ kind }: Fault): void => {
      tell(kind);
      if (kind === "cut") this.cut();
    };
    new Pump(upstream, up, inflict).connect(client);
    new Pump(client, down, inflict).connect(upstream);
    // An end that is gone can be told nothing, and has nothing to say.
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => client.destroy());
  }

  cut(): void {
    for (const socket of [this.#client, this.#upstream]) {
      if (!socket.destroyed) socket.resetAndDestroy();
    }
  }
}

/** Passes bytes on from one socket to the other, and lets happen what is planned on the way. */
class Pump {
  readonly #to: Socket;
  readonly #faults: Fault[];
  readonly #inflict: (fault: Fault) => Promise<void> | undefined;
  #passed = 0;
  /** Whether the receiver has been told the end, or will never hear of it. */
  #over = false;

  /** @param inflict tells of a fault, and does what concerns both directions */
  constructor(to: Socket, faults: readonly Fault[], inflict: (fault: Fault) => void) {
    this.#to = to;
    this.#faults = [...faults];
    this.#inflict = (fault) => {
      inflict(fault);
      if (fault.kind === "delay") return new Promise((resolve) => setTimeout(resolve, fault.ms));
      this.#over = true;
      if (fault.kind === "half-close") this.#to.end();
      return undefined;
    };
  }

  connect(from: Socket): void {
    let passing = Promise.resolve();
    from.on("data", (chunk: Buffer) => {
      from.pause();
      passing = passing.then(() => this.#pass(chunk)).finally(() => from.resume());
    });
    from.on("end", () => {
      passing = passing.finally(() => this.#over || this.#to.end());
    });
    from.on("error", () => from.destroy());
  }

  async #pass(chunk: Buffer): Promise<void> {
    let rest = chunk;
    for (let fault = this.#due(rest); fault !== undefined; fault = this.#due(rest)) {
      const before = Math.max(fault.afterBytes - this.#passed, 0);
      await this.#write(rest.subarray(0, before));
      rest = rest.subarray(before);
      this.#faults.shift();
      await this.#inflict(fault);
    }
    if (!this.#over) await this.#write(rest);
  }

  /** The next fault, when its place is within these bytes or right behind them. */
  #due(bytes: Buffer): Fault | undefined {
    const [fault] = this.#over ? [] : this.#faults;
    return fault !== undefined && fault.afterBytes - this.#passed <= bytes.byteLength ? fault : undefined;
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#passed += bytes.byteLength;
    if (bytes.byteLength > 0 && this.#to.writable && !this.#to.write(bytes)) await drainOf(this.#to);
  }
}

function closeOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => socket.once("close", () => resolve()));
}

/** Settled when more may be written, or when nothing can be any more. */
function drainOf(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once("drain", resolve);
    socket.once("close", resolve);
  });
}
