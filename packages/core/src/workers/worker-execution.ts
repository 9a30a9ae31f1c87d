/** The environments of a server in workers: what blocks its thread there holds up nobody but the sessions beside it. */
import { FactoryError } from "../errors/wire-errors.ts";
import { InvalidArgumentError } from "../errors/local-errors.ts";
import { errorMessage } from "../protocol/server-message.ts";
import type { EnvironmentDefinition } from "../server/definition.ts";
import { EnvironmentGoneError } from "../server/environment-gone.ts";
import type { EnvironmentModule, TaskProvider } from "../server/environment.ts";
import type { Execution } from "../server/execution.ts";
import type { HostableEnvironment } from "../server/hostable-environment.ts";
import type { SessionScope } from "../server/session-scope.ts";
import type { ServerSettings, WorkerExecutionOptions } from "../server/settings.ts";
import { RemoteEnvironment } from "./remote-environment.ts";
import { workerGround } from "./worker-host.ts";
import { WorkerPool } from "./worker-pool.ts";

type Settings = Pick<ServerSettings, "closeTimeoutMs" | "logger"> & { readonly execution: WorkerExecutionOptions };

export class WorkerExecution implements Execution {
  readonly tasks: TaskProvider | undefined;
  readonly #definition: EnvironmentDefinition;
  readonly #module: EnvironmentModule;
  readonly #settings: Settings;
  #pool: WorkerPool | undefined;

  /** @throws InvalidArgumentError when it is not known where a worker could import the environment */
  constructor(definition: EnvironmentDefinition, settings: Settings) {
    this.#definition = definition;
    this.#settings = settings;
    this.#module = moduleOf(definition, settings);
    this.tasks = definition.options.tasks && this.#remoteTasks(definition.options.tasks);
  }

  /** One worker is started at once, so that an environment that cannot be imported is found at the start. */
  async setUp(): Promise<void> {
    const ground = await workerGround();
    const { poolSize = ground.processors, memoryLimitMb } = this.#settings.execution;
    this.#pool = new WorkerPool({
      ground,
      size: poolSize,
      memoryLimitMb,
      module: this.#module,
      name: this.#definition.spec.manifest.name,
      logger: this.#settings.logger,
    });
    await this.#pool.choose().ready;
  }

  /** A worker that ends before the environment is there has cost nothing yet: another one is tried, once. */
  async make(scope: SessionScope): Promise<HostableEnvironment> {
    try {
      return await this.#makeInWorker(scope);
    } catch (error) {
      if (!(error instanceof EnvironmentGoneError) || scope.signal.aborted) throw error;
      return this.#makeInWorker(scope);
    }
  }

  async #makeInWorker(scope: SessionScope): Promise<HostableEnvironment> {
    const { worker, ready } = (this.#pool as WorkerPool).choose();
    const environment = new RemoteEnvironment({
      worker,
      closeTimeoutMs: this.#settings.closeTimeoutMs,
      tools: (this.#definition.spec.manifest.tools ?? []).map(({ name }) => name),
    });
    const isReady = ready.catch((error: unknown) => {
      if (error instanceof EnvironmentGoneError) throw error;
      throw new FactoryError(`The environment's setup failed: ${errorMessage(error)}`, "setup", { cause: error });
    });
    await environment.make(scope, isReady);
    return environment;
  }

  async close(): Promise<void> {
    await this.#pool?.close(this.#settings.closeTimeoutMs);
  }

  /** The same methods, called in a worker. */
  #remoteTasks(tasks: TaskProvider): TaskProvider {
    const remote =
      (method: keyof TaskProvider) =>
      async (...args: unknown[]): Promise<never> => {
        const { worker, ready } = (this.#pool as WorkerPool).choose();
        await ready;
        return (await worker.ask({ type: "tasks", method, args })) as never;
      };
    return {
      listSplits: remote("listSplits"),
      listTasks: remote("listTasks"),
      ...(tasks.numTasks && { numTasks: remote("numTasks") }),
      ...(tasks.getTask && { getTask: remote("getTask") }),
      ...(tasks.getTaskRange && { getTaskRange: remote("getTaskRange") }),
    };
  }
}

function moduleOf({ spec, options }: EnvironmentDefinition, { execution }: Settings): EnvironmentModule {
  const module = execution.environment ?? options.module;
  if (module !== undefined) return typeof module === "string" ? { module } : module;
  throw new InvalidArgumentError(
    "execution",
    `${spec.manifest.name} cannot be made in a worker, since it is not known where a worker could import it. Define it ` +
      "with the option { module: import.meta.url } and export it as default, or name the module to the server: " +
      'execution: { kind: "worker", environment: { module, export, options } }. Or leave execution out.',
  );
}
