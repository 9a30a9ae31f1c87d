/**
 * One service of a swarm: its tasks, where they are reached, what is wrong with them, how it goes.
 */
import { ProviderError } from "../../errors/provider-error.ts";
import type { ContainerCli } from "../docker/container-cli.ts";
import { lastLines } from "../log-tail.ts";
import type { Redactor } from "../redactor.ts";
import { pause } from "../time-limit.ts";

/** What is read of a task's `inspect`. */
export interface TaskFacts {
  readonly ID: string;
  readonly Slot: number;
  readonly NodeID?: string;
  readonly DesiredState: string;
  readonly Status: {
    readonly State: string;
    readonly Err?: string;
    readonly ContainerStatus?: { readonly ExitCode?: number };
    readonly PortStatus?: { readonly Ports?: readonly { readonly PublishedPort: number }[] };
  };
  readonly NetworksAttachments?: readonly {
    readonly Network: { readonly Spec: { readonly Name: string } };
    readonly Addresses?: readonly string[];
  }[];
}

/** What is read of a service's `inspect`. */
export interface ServiceFacts {
  readonly Spec: {
    readonly Name: string;
    readonly Labels?: Readonly<Record<string, string>>;
    readonly Mode: { readonly Replicated?: { readonly Replicas: number } };
    readonly TaskTemplate: { readonly ContainerSpec: { readonly Image: string } };
  };
  readonly CreatedAt: string;
  readonly UpdateStatus?: { readonly State?: string; readonly Message?: string };
}

const LOG_LINES = "1000";

export class Service {
  readonly name: string;
  readonly #cli: ContainerCli;
  readonly #redactor: Redactor;

  constructor(cli: ContainerCli, name: string, redactor: Redactor) {
    this.#cli = cli;
    this.name = name;
    this.#redactor = redactor;
  }

  /** `undefined` when there is no such service. */
  facts(signal?: AbortSignal): Promise<ServiceFacts | undefined> {
    return this.#cli.inspect("service", this.name, signal) as Promise<ServiceFacts | undefined>;
  }

  /** All tasks that the swarm remembers, those that ended included. */
  async tasks(signal?: AbortSignal): Promise<readonly TaskFacts[]> {
    const listed = await this.#cli.run(["service", "ps", "--no-trunc", "--quiet", this.name], { signal });
    const ids = listed.stdout.split("\n").filter((id) => id !== "");
    if (ids.length === 0) return [];
    // One may be forgotten before it is looked at: the others are told all the same.
    const { stdout } = await this.#cli.run(["inspect", "--type", "task", ...ids], { signal });
    return stdout.trim() === "" ? [] : (JSON.parse(stdout) as TaskFacts[]);
  }

  async logs(): Promise<string> {
    const { exitCode, output } = await this.#cli.run(["service", "logs", "--raw", "--tail", LOG_LINES, this.name], {
      signal: AbortSignal.timeout(10_000),
    });
    return exitCode === 0 ? this.#redactor.redact(output) : "";
  }

  /** The error for a service that cannot run, with what is known of its tasks. */
  async failure(stage: ProviderError["stage"], message: string, tasks: readonly TaskFacts[]): Promise<ProviderError> {
    const details = { service: this.name, tasks: tasks.map(describeTask) };
    const text = this.#redactor.redact(`${message} ${problemsOf(tasks)}`.trim());
    return new ProviderError(stage, text, { logs: lastLines(await this.logs().catch(() => "")), details });
  }

  /** Removes it, and waits until no container of it is left on the engine's node. */
  async remove(patienceMs: number): Promise<void> {
    const { exitCode, stderr } = await this.#cli.run(["service", "rm", this.name]);
    if (exitCode !== 0 && (await this.facts()) !== undefined) throw new Error(this.#redactor.redact(stderr.trim()));
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const ids = await this.#containers();
      if (ids.length === 0) return;
      if (performance.now() > deadline) {
        await this.#cli.run(["rm", "--force", "--volumes", ...ids]);
        return;
      }
      await pause(100);
    }
  }

  async #containers(): Promise<readonly string[]> {
    const filter = `label=com.docker.swarm.service.name=${this.name}`;
    const { stdout } = await this.#cli.run(["ps", "--all", "--quiet", "--filter", filter]);
    return stdout.split("\n").filter((id) => id !== "");
  }
}

/** A task that takes connections: with a health check in its image it is healthy too. */
export function isRunning({ DesiredState, Status }: TaskFacts): boolean {
  return DesiredState === "running" && Status.State === "running";
}

/** What is wrong with the tasks, each thing once. */
export function problemsOf(tasks: readonly TaskFacts[]): string {
  const problems = tasks.flatMap(({ Status: { Err = "", ContainerStatus, State } }) => {
    if (Err === "") return [];
    const code = ContainerStatus?.ExitCode ?? 0;
    return [`${State}: ${Err}${code === 0 || Err.includes("exit") ? "" : ` (exit code ${code})`}`];
  });
  return problems.length === 0 ? "" : `Its tasks say: ${[...new Set(problems)].join("; ")}.`;
}

function describeTask({ ID, Slot, NodeID, Status }: TaskFacts): Readonly<Record<string, unknown>> {
  return { id: ID, slot: Slot, node: NodeID, state: Status.State, error: Status.Err };
}
