/**
 * One deployment of a cluster: its pods, what is wrong with them, how it goes.
 */
import { lastLines } from "../log-tail.ts";
import type { Redactor } from "../redactor.ts";
import { pause } from "../time-limit.ts";
import { type KubeApi, KubeApiError } from "./kube-api.ts";
import type { Deployment, Pod } from "./kube-objects.ts";
import { INSTANCE_LABEL } from "./manifests.ts";

const LOG_LINES = 1000;

/** Pods whose logs are read. */
const LOGGED_PODS = 16;

/** Events shown for one pod. */
const SHOWN_EVENTS = 5;

export class Workload {
  readonly name: string;
  readonly api: KubeApi;
  readonly redactor: Redactor;

  constructor(api: KubeApi, name: string, redactor: Redactor) {
    this.api = api;
    this.name = name;
    this.redactor = redactor;
  }

  get selector(): string {
    return `${INSTANCE_LABEL}=${this.name}`;
  }

  /** `undefined` when there is no such deployment. */
  async deployment(signal?: AbortSignal): Promise<Deployment | undefined> {
    try {
      return await this.api.get("deployments", this.name, signal);
    } catch (error) {
      if (error instanceof KubeApiError && error.reason === "NotFound") return undefined;
      throw error;
    }
  }

  pods(signal?: AbortSignal): Promise<readonly Pod[]> {
    return this.api.list("pods", { labelSelector: this.selector }, signal);
  }

  /** Of all pods; with their names where there are several. */
  async logs(): Promise<string> {
    const pods = (await this.pods()).slice(0, LOGGED_PODS);
    const logs = await Promise.all(pods.map((pod) => this.#logOf(pod)));
    const named = logs.map((log, index) => (pods.length === 1 ? log : `── ${pods[index]?.metadata.name}\n${log}`));
    return this.redactor.redact(named.join("\n"));
  }

  /** What is wrong with a pod: its state, the warnings about it, and its last lines. */
  async report(pod: Pod): Promise<string> {
    const { name } = pod.metadata;
    const [events, log] = await Promise.all([this.#warnings(name), this.#logOf(pod)]);
    const lines = [`${name} ${stateOf(pod)}`, ...events.map((event) => `  ${event}`)];
    if (log.trim() !== "")
      lines.push(
        ...lastLines(log)
          .split("\n")
          .map((line) => `  | ${line}`),
      );
    return this.redactor.redact(lines.join("\n"));
  }

  /**
   * Removes everything and waits until no pod is left.
   *
   * @param graceSeconds how long a pod may take to end, before it is killed
   */
  async remove(graceSeconds: number): Promise<void> {
    // The pods first learn of it by their deployment's end.
    await this.api.remove("deployments", this.name);
    const services = await this.api.list("services", { labelSelector: this.selector });
    const removals = services.map(({ metadata }) => this.api.remove("services", metadata.name));
    await Promise.all([...removals, this.api.remove("secrets", this.name)]);
    const deadline = performance.now() + (graceSeconds + 10) * 1000;
    for (;;) {
      const pods = await this.pods();
      if (pods.length === 0) return;
      if (performance.now() > deadline) {
        await Promise.all(pods.map(({ metadata }) => this.api.remove("pods", metadata.name, 0)));
        return;
      }
      await pause(200);
    }
  }

  async #logOf({ metadata, status }: Pod): Promise<string> {
    const container = status?.containerStatuses?.[0];
    const query = { tailLines: LOG_LINES, previous: container?.ready === false && container.restartCount > 0 };
    try {
      return await this.api.log(metadata.name, query);
    } catch {
      // It has none yet, or it is gone.
      return "";
    }
  }

  async #warnings(pod: string): Promise<readonly string[]> {
    try {
      const events = await this.api.list("events", { fieldSelector: `involvedObject.name=${pod},type=Warning` });
      const texts = events.map(({ reason, message }) => `${reason ?? ""}: ${(message ?? "").trim()}`);
      return [...new Set(texts)].filter((text) => !text.startsWith("MissingClusterDNS")).slice(-SHOWN_EVENTS);
    } catch {
      // Whoever may not read events is told the rest.
      return [];
    }
  }
}

/** `is Pending: ImagePullBackOff (Back-off pulling image …)` */
export function stateOf({ metadata, status }: Pod): string {
  const container = status?.containerStatuses?.[0];
  const phase = metadata.deletionTimestamp === undefined ? (status?.phase ?? "Unknown") : "Terminating";
  const { waiting, terminated } = container?.state ?? {};
  const unscheduled = status?.conditions?.find(({ type, status: is }) => type === "PodScheduled" && is === "False");
  const before = container?.lastState?.terminated;
  const parts = [
    waiting === undefined ? undefined : `${waiting.reason ?? "waiting"}${inBrackets(waiting.message)}`,
    terminated === undefined ? undefined : ended(terminated),
    unscheduled === undefined ? undefined : `${unscheduled.reason ?? ""}${inBrackets(unscheduled.message)}`,
    before === undefined ? undefined : `before it ${ended(before)}`,
    status?.reason === undefined ? undefined : `${status.reason}${inBrackets(status.message)}`,
    container?.ready === false && waiting === undefined && terminated === undefined ? "not ready" : undefined,
  ].filter((part) => part !== undefined);
  return `is ${phase}${parts.length === 0 ? "" : `: ${parts.join(", ")}`}`;
}

function ended({ reason, exitCode }: { readonly reason?: string; readonly exitCode: number }): string {
  return `ended with exit code ${exitCode}${reason === undefined || reason === "Error" ? "" : ` (${reason})`}`;
}

function inBrackets(text: string | undefined): string {
  return text === undefined || text === "" ? "" : ` (${text})`;
}
