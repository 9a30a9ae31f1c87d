/**
 * One container: how it is, what it wrote, how it goes.
 */
import type { ProviderError } from "../../errors/provider-error.ts";
import type { Redactor } from "../redactor.ts";
import { serverEnded } from "../wait-until-healthy.ts";
import type { ContainerCli } from "./container-cli.ts";

/** What is read of `inspect`; Docker and Podman write the same here. */
export interface ContainerFacts {
  readonly Id: string;
  readonly Name: string;
  readonly Created: string;
  readonly Config: { readonly Image: string; readonly Labels?: Readonly<Record<string, string>> | null };
  readonly State: {
    readonly Status: string;
    readonly Running: boolean;
    readonly ExitCode: number;
    readonly OOMKilled: boolean;
    readonly Error: string;
  };
  readonly NetworkSettings: {
    readonly Ports?: Readonly<
      Record<string, readonly { readonly HostIp: string; readonly HostPort: string }[] | null>
    > | null;
  };
}

/** Lines of the log that are read. */
const LOG_LINES = "1000";

export class Container {
  readonly name: string;
  readonly #cli: ContainerCli;
  readonly #redactor: Redactor;

  constructor(cli: ContainerCli, name: string, redactor: Redactor) {
    this.#cli = cli;
    this.name = name;
    this.#redactor = redactor;
  }

  /** `undefined` when there is no such container. */
  facts(signal?: AbortSignal): Promise<ContainerFacts | undefined> {
    return this.#cli.inspect("container", this.name, signal) as Promise<ContainerFacts | undefined>;
  }

  async logs(): Promise<string> {
    const { exitCode, output } = await this.#cli.run(["logs", "--tail", LOG_LINES, this.name]);
    return exitCode === 0 ? this.#redactor.redact(output) : "";
  }

  /** The error that says how it ended; `undefined` while it runs. */
  async end(patienceMs: number): Promise<ProviderError | undefined> {
    if (patienceMs > 0) await this.#waitForEnd(patienceMs);
    const facts = await this.facts();
    const what = `The container ${this.name}`;
    if (facts === undefined) return serverEnded(what, "was removed by somebody else", "", { container: this.name });
    const { Running, Status, ExitCode, OOMKilled, Error: why } = facts.State;
    if (Running) return undefined;
    const reason = OOMKilled ? " (out of memory)" : ExitCode === 137 ? " (killed)" : why === "" ? "" : ` (${why})`;
    return serverEnded(what, `ended with exit code ${ExitCode}${reason}`, await this.logs(), {
      container: this.name,
      image: facts.Config.Image,
      state: Status,
      exitCode: ExitCode,
      outOfMemory: OOMKilled,
    });
  }

  /**
   * Removes it with its anonymous volumes.
   *
   * @param stopTimeoutMs how long it may take to obey its stop signal, in milliseconds. Default: it is killed at once
   */
  async remove(stopTimeoutMs?: number): Promise<void> {
    // Whether it stops or not, it is removed (§6.1: a slow one was not).
    if (stopTimeoutMs !== undefined) await this.#stop(stopTimeoutMs).catch(() => {});
    const { exitCode, stderr } = await this.#cli.run(["rm", "--force", "--volumes", this.name]);
    if (exitCode !== 0 && (await this.facts()) !== undefined) throw new Error(this.#redactor.redact(stderr.trim()));
  }

  async #stop(ms: number): Promise<void> {
    const signal = AbortSignal.timeout(ms + 5000);
    await this.#cli.run(["stop", "-t", String(Math.ceil(ms / 1000)), this.name], { signal });
  }

  async #waitForEnd(ms: number): Promise<void> {
    await this.#cli.run(["wait", this.name], { signal: AbortSignal.timeout(ms) }).catch(() => {});
  }
}
