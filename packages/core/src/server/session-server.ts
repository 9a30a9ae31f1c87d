/**
 * A server of one environment, without sockets of its own: requests in, responses out, and connections for whatever
 * moves messages. `serve` puts it on a port; a program may as well mount `fetch` in its own server.
 */
import { CapacityReachedError, SessionError } from "../errors/wire-errors.ts";
import { CloseCode } from "../protocol/close-code.ts";
import type { JsonObject } from "../types.ts";
import { CompiledSpec } from "./compiled-spec.ts";
import { Connection } from "./connection.ts";
import type { SocketPort } from "./connection.ts";
import { type EnvironmentDefinition, refuseUnsupportedConcurrency } from "./definition.ts";
import type { Dialect } from "./dialect.ts";
import type { EnvServer, ServerStatus } from "./env-server.ts";
import type { EnvironmentGoneError } from "./environment-gone.ts";
import { type Execution, InlineExecution } from "./execution.ts";
import { answerHarness, startHarness } from "./harness/harness-socket.ts";
import type { HostableEnvironment } from "./hostable-environment.ts";
import { HostedEnvironment } from "./hosted-environment.ts";
import { createFetchHandler } from "./http/handler.ts";
import { withEnvironment } from "./http/one-shot.ts";
import { answerJsonRpc } from "./mcp.ts";
import { Resumable } from "./resumable.ts";
import { ServerLog } from "./server-log.ts";
import { SessionRegistry } from "./session-registry.ts";
import { SessionScope } from "./session-scope.ts";
import { Session } from "./session.ts";
import { resolveSettings } from "./settings.ts";
import type { EnvServerOptions, ServerSettings } from "./settings.ts";
import { setupFailed } from "./setup-failed.ts";
import {
  NEW_SESSION,
  type ResumeRequest,
  type SocketHeaders,
  type SocketTarget,
  socketTargetOf,
} from "./socket-target.ts";
import { type StepLimits, stepLimitsOf } from "./step-limits.ts";
import { Sweeper } from "./sweeper.ts";
import { WaitingLine } from "./waiting-line.ts";
import { withinTime } from "./within-time.ts";
import { WorkerExecution } from "../workers/worker-execution.ts";

export class SessionServer implements EnvServer {
  readonly name: string;
  readonly settings: ServerSettings;
  readonly ready: Promise<void>;
  readonly connections: Set<Connection> = new Set();
  readonly definition: EnvironmentDefinition;
  readonly execution: Execution;
  readonly spec: CompiledSpec;
  readonly stepLimits: StepLimits;
  readonly fetch: (request: Request) => Promise<Response>;
  status: ServerStatus = "starting";
  readonly #log: ServerLog;
  readonly #registry: SessionRegistry;
  readonly #line: WaitingLine<Session> | undefined;
  readonly #sweeper: Sweeper;
  /** By their keys. */
  readonly #resumables = new Map<string, Resumable>();
  readonly #closingSessions = new Set<Promise<void>>();
  readonly #shutdown = new AbortController();
  /** Whoever drains: called when no session is left. */
  readonly #onEmpty: (() => void)[] = [];
  #closed: Promise<void> | undefined;

  constructor(definition: EnvironmentDefinition, options: EnvServerOptions) {
    this.definition = definition;
    this.name = definition.spec.manifest.name;
    this.settings = resolveSettings(options, definition.spec.manifest);
    refuseUnsupportedConcurrency(definition, this.settings.maxSessions);
    const { execution, unknownResetParams, omit } = this.settings;
    this.execution =
      execution.kind === "inline"
        ? new InlineExecution(definition)
        : new WorkerExecution(definition, { ...this.settings, execution });
    this.#log = new ServerLog(this.settings);
    this.spec = new CompiledSpec(definition.spec, unknownResetParams, (key) => this.#log.paramDropped(key), omit);
    this.stepLimits = stepLimitsOf(this.settings, this.#log);
    // Where slots are shared, whoever shares them out keeps to the limit.
    const { slots, maxSessions } = this.settings;
    this.#registry = new SessionRegistry(slots === undefined ? maxSessions : Number.POSITIVE_INFINITY);
    this.#line = this.settings.queue && new WaitingLine(this.settings.queue.max, this.settings.queue.timeoutMs);
    this.#sweeper = new Sweeper(this, this.settings);
    this.fetch = createFetchHandler(this);
    this.ready = this.#setUp();
    // Whoever waits for it sees the failure; nobody has to wait.
    this.ready.catch(() => {});
    this.#sweeper.start();
  }

  get activeSessions(): number {
    return this.settings.slots?.active ?? this.#registry.active;
  }

  get queuedSessions(): number {
    return this.#line?.length ?? 0;
  }

  sessions(): readonly Session[] {
    return this.#registry.list();
  }

  find(id: string): Session | undefined {
    return this.#registry.get(id);
  }

  socketTarget(url: URL, headers: SocketHeaders = {}): SocketTarget | undefined {
    return socketTargetOf(url, headers, this.settings, this.definition.options.harness !== undefined);
  }

  acceptSocket(port: SocketPort, target: SocketTarget = NEW_SESSION): Connection {
    const connection = new Connection(port, this.settings.maxMessageBytes, this, target.dialect);
    this.connections.add(connection);
    const isNew = target.sessionId === undefined && !this.#resumables.has(target.resume?.key ?? "");
    if (this.#closed !== undefined || (this.status === "closing" && isNew)) {
      connection.end(CloseCode.GoingAway, "The server is shutting down.");
    } else if (target.sessionId !== undefined) {
      this.#attach(connection, target.sessionId);
    } else if (target.resume !== undefined) {
      this.#resume(connection, target.resume);
    } else {
      this.#startFor(connection);
    }
    return connection;
  }

  async createDetached(): Promise<Session> {
    if (this.status === "closing") throw new SessionError("The server is shutting down.");
    await this.settings.slots?.take();
    const session = this.#newSession(true);
    this.#registry.add(session);
    try {
      await this.#start(session);
    } catch (error) {
      this.#freeSlot(session);
      session.abandon();
      throw this.report(error, session);
    }
    return session;
  }

  answerMcp(request: unknown, session: Session): JsonObject | Promise<JsonObject> {
    return answerJsonRpc(request, this, session);
  }

  answerHarness(text: string, session: Session): string | Promise<undefined> {
    return answerHarness(text, session, (error) => this.report(error, session));
  }

  once<T>(use: (environment: HostedEnvironment) => T | Promise<T>): Promise<T> {
    return withEnvironment(this, use).catch((error: unknown) => {
      throw this.report(error);
    });
  }

  report(error: unknown, session?: Session): unknown {
    return this.#log.failed(error, session?.scope);
  }

  endSession(session: Session, reason: string): void {
    const { output } = session;
    this.#dispose(session, reason);
    output?.end(CloseCode.Normal, reason);
  }

  async drain(timeoutMs: number): Promise<void> {
    this.status = "closing";
    // Who waits for a slot has no session yet, and would get one of a server that is going.
    for (const connection of this.connections) {
      const { session } = connection;
      if (session !== undefined && this.#registry.get(session.id) === undefined)
        connection.end(CloseCode.GoingAway, "The server is shutting down.");
    }
    if (this.#registry.active === 0 || this.#closed !== undefined) return;
    await withinTime(new Promise<void>((resolve) => this.#onEmpty.push(resolve)), timeoutMs);
  }

  close(): Promise<void> {
    for (const resolve of this.#onEmpty.splice(0)) resolve();
    this.#closed ??= this.#shutDown();
    return this.#closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #setUp(): Promise<void> {
    try {
      const setup = this.execution.setUp(this.#shutdown.signal);
      // Where there is nothing to wait for, the server is ready as soon as it is made.
      if (setup !== undefined) await setup;
      if (this.status === "starting") this.status = "ready";
    } catch (error) {
      if (this.status === "starting") this.status = "failed";
      this.#log.setupFailed(error);
      throw error;
    }
  }

  #newSession(detachable: boolean, dialect?: Dialect): Session {
    return new Session(new SessionScope(crypto.randomUUID()), this, detachable, dialect);
  }

  /** Goes on with the session of the key. One that a client has lost sight of before it was told of it counts as new. */
  #resume(connection: Connection, { key, received }: ResumeRequest): void {
    const { resumeWindowMs } = this.settings;
    const known = this.#resumables.get(key);
    if (known?.attach(connection, received ?? 0, resumeWindowMs ?? 0) === true) return;
    if (known !== undefined || received !== undefined) {
      connection.refuse(new SessionError("The session to go on with is not known, or has ended"));
      return;
    }
    const resumable = new Resumable(key, this.#newSession(false));
    this.#resumables.set(key, resumable);
    resumable.attach(connection, 0, resumeWindowMs ?? 0);
    this.#admit(resumable.session, () => resumable.connection);
  }

  /** Starts the session of a socket, when there is a slot for it. */
  #startFor(connection: Connection): void {
    const session = this.#newSession(false, connection.dialect);
    connection.attach(session);
    if (connection.dialect === "harness") this.#startHarness(connection, session);
    this.#admit(session, () => connection);
  }

  #startHarness(connection: Connection, session: Session): void {
    startHarness(session, this.definition.options.harness ?? this.name).catch((error: unknown) => {
      this.report(error, session);
      connection.refuse(new SessionError("harness session failed"));
    });
  }

  /** @param socket the one that is told of a refusal */
  #admit(session: Session, socket: () => Connection | undefined): void {
    const refuse = (error: unknown): void => {
      this.#freeSlot(session);
      session.abandon();
      const connection = socket();
      if (connection !== undefined) connection.session = undefined;
      connection?.refuse(this.report(error, session));
    };
    const admit = (): void => {
      try {
        this.#registry.add(session);
        this.#start(session)?.catch(refuse);
      } catch (error) {
        const mayWait = error instanceof CapacityReachedError && this.#line !== undefined;
        if (!mayWait || !this.#line.join(session, admit, () => refuse(error))) refuse(error);
      }
    };
    const { slots } = this.settings;
    if (slots === undefined) {
      admit();
      return;
    }
    const granted = (): void => {
      // The socket may have gone meanwhile, and the server may be going.
      if (session.output !== undefined && this.status !== "closing") admit();
      else slots.free();
    };
    slots.take().then(granted, refuse);
  }

  /** A slot that somebody waits for is never free in between. True when the session had one. */
  #freeSlot(session: Session): boolean {
    this.#line?.leave(session);
    if (session.output instanceof Resumable) this.#resumables.delete(session.output.key);
    const hadSlot = this.#registry.remove(session);
    if (hadSlot) this.settings.slots?.free();
    if (hadSlot) this.#line?.admitNext();
    if (this.#registry.active === 0) for (const resolve of this.#onEmpty.splice(0)) resolve();
    return hadSlot;
  }

  /** Gives a session its environment: at once when nothing has to be waited for. */
  #start(session: Session): Promise<void> | undefined {
    if (this.status === "starting" || this.status === "failed") {
      return this.ready.then(() => this.#start(session), setupFailed);
    }
    const begin = (environment: HostableEnvironment): void => {
      const hosted = new HostedEnvironment(environment, this.spec, session.scope, this.stepLimits);
      hosted.onGone((error) => void this.#lose(session, error));
      session.begin(hosted);
      this.#log.sessionBegan(session);
    };
    const made = this.execution.make(session.scope);
    if (made instanceof Promise) return made.then(begin);
    begin(made);
    return undefined;
  }

  #attach(connection: Connection, sessionId: string): void {
    const session = this.#registry.get(sessionId);
    if (session === undefined || !session.detachable) {
      connection.refuse(new SessionError(`Unknown session_id: ${sessionId}`));
    } else if (session.starting) {
      connection.refuse(new SessionError(`Session ${sessionId} is still initializing`));
    } else if (session.attached) {
      connection.refuse(new SessionError(`Session ${sessionId} already has an attached WebSocket`));
    } else {
      session.active = true;
      connection.attach(session);
    }
  }

  disconnected(connection: Connection, isFinal: boolean): void {
    this.connections.delete(connection);
    const { session, resumable } = connection;
    if (session === undefined) return;
    if (resumable === undefined ? session.output !== connection : !resumable.detach(connection)) return;
    if (resumable === undefined) session.output = undefined;
    session.active = true;
    const survives = resumable === undefined ? session.detachable && !session.closeOnDetach : !isFinal;
    // It may have been stopped for a peer that did not read.
    if (survives) session.resume();
    else this.#dispose(session, "The socket is gone.");
  }

  /** Ends a session whose environment has gone: behind the answer to what was running, which tells so. */
  async #lose(session: Session, error: EnvironmentGoneError): Promise<void> {
    await session.finish();
    const { output } = session;
    this.#dispose(session, error.message);
    output?.end(CloseCode.InternalError, error.message);
  }

  /** Frees the slot at once; the environment, if there is one, closes when its running call has returned. */
  #dispose(session: Session, reason: string): void {
    if (!this.#freeSlot(session)) return;
    this.#log.sessionEnded(session, reason);
    const closing = session.dispose(new SessionError(reason));
    this.#closingSessions.add(closing);
    void closing.then(() => this.#closingSessions.delete(closing));
  }

  async #shutDown(): Promise<void> {
    this.status = "closing";
    this.#shutdown.abort(new SessionError("The server is shutting down."));
    const sessions = this.#registry.list();
    await withinTime(Promise.all(sessions.map((session) => session.finish())), this.settings.closeTimeoutMs);
    for (const connection of this.connections) connection.end(CloseCode.GoingAway, "The server is shutting down.");
    for (const session of sessions) this.#dispose(session, "The server is shutting down.");
    await withinTime(Promise.all(this.#closingSessions), this.settings.closeTimeoutMs);
    this.#sweeper.stop();
    await this.execution.close();
  }
}
