/** Where the environments of a server live. */
import type { MaybePromise } from "../types.ts";
import type { EnvironmentDefinition } from "./definition.ts";
import type { TaskProvider } from "./environment.ts";
import type { HostableEnvironment } from "./hostable-environment.ts";
import { makeEnvironment } from "./make-environment.ts";
import type { SessionScope } from "./session-scope.ts";

export interface Execution {
  readonly tasks: TaskProvider | undefined;
  /** Runs what an author has run before the first session; `undefined` where there is nothing to wait for. */
  setUp(signal: AbortSignal): MaybePromise<void> | undefined;
  /** @throws FactoryError, or rejects with it */
  make(scope: SessionScope): HostableEnvironment | Promise<HostableEnvironment>;
  /** Runs what an author has run behind the last session. */
  close(): Promise<void>;
}

/** In the server's own thread. */
export class InlineExecution implements Execution {
  readonly #definition: EnvironmentDefinition;

  constructor(definition: EnvironmentDefinition) {
    this.#definition = definition;
  }

  get tasks(): TaskProvider | undefined {
    return this.#definition.options.tasks;
  }

  setUp(signal: AbortSignal): MaybePromise<void> | undefined {
    return this.#definition.options.setup?.({ signal });
  }

  make(scope: SessionScope): HostableEnvironment | Promise<HostableEnvironment> {
    return makeEnvironment(this.#definition, scope);
  }

  async close(): Promise<void> {
    await this.#definition.options.close?.();
  }
}
