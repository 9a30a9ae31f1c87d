/**
 * What a server writes into its log, and what of a failure its callers are told. Every record of a session has its ids;
 * none has a token, a key or what travels in messages.
 */
import { TimeoutError } from "../errors/local-errors.ts";
import { ExecutionError, FactoryError, WireError } from "../errors/wire-errors.ts";
import type { Logger } from "./logger.ts";
import type { Session } from "./session.ts";
import type { SessionScope } from "./session-scope.ts";

/** The part of a server's settings that is used. */
export interface LogSettings {
  readonly logger: Logger | undefined;
  readonly exposeErrors: boolean;
}

type Facts = Readonly<Record<string, unknown>>;

export class ServerLog {
  readonly #logger: Logger | undefined;
  readonly #exposeErrors: boolean;

  constructor({ logger, exposeErrors }: LogSettings) {
    this.#logger = logger;
    this.#exposeErrors = exposeErrors;
  }

  sessionBegan({ scope, dialect, detachable }: Session): void {
    this.#logger?.info("A session began.", { ...idsOf(scope), dialect, detachable });
  }

  sessionEnded({ scope }: Session, reason: string): void {
    this.#logger?.info("A session ended.", { ...idsOf(scope), steps: scope.stepCount, reason });
  }

  episodeBegan(scope: SessionScope): void {
    this.#logger?.info("An episode began.", idsOf(scope));
  }

  setupFailed(error: unknown): void {
    this.#logger?.error("The environment's setup failed.", { error });
  }

  paramDropped(key: string): void {
    this.#logger?.warn(`The environment has no reset parameter ${JSON.stringify(key)}: it was dropped.`, {
      parameter: key,
    });
  }

  /** Notes a failure, and gives what the caller is told of it. */
  failed(error: unknown, scope: SessionScope | undefined): unknown {
    const facts = { error, ...idsOf(scope) };
    const isOwnCode = error instanceof ExecutionError || error instanceof FactoryError || !(error instanceof WireError);
    if (!isOwnCode) {
      this.#logger?.debug("A message was refused.", facts);
      return error;
    }
    this.#logger?.error("The environment failed.", facts);
    if (this.#exposeErrors) return error;
    if (error instanceof FactoryError) return new FactoryError("The environment could not be made.", error.factoryName);
    return new ExecutionError("The environment failed.");
  }

  /** As {@link failed}. A failing tool is an outcome like any other, and nothing to wake anybody for. */
  toolFailed(error: unknown, tool: string, scope: SessionScope): unknown {
    this.#logger?.debug("A tool failed.", { error, tool, ...idsOf(scope) });
    return this.#exposeErrors || error instanceof TimeoutError ? error : new ExecutionError("The tool failed.");
  }
}

function idsOf(scope: SessionScope | undefined): Facts {
  return scope === undefined ? {} : { sessionId: scope.sessionId, episodeId: scope.episodeId };
}
