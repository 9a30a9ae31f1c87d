/**
 * A cluster's API through the `kubectl` command: its contexts, certificates and login plugins are the user's own.
 */
import process from "node:process";

import { ProviderError } from "../../errors/provider-error.ts";
import { runCommand } from "../command.ts";
import { apiPath, type KubeApi, KubeApiError, type ListQuery, removalQuery } from "./kube-api.ts";
import type { Kind, Kinds, KubernetesObject } from "./kube-objects.ts";
import { mergePatch } from "./merge-patch.ts";
import type { ClusterOptions } from "./kubernetes-options.ts";

/** An object that somebody else changes at the same time is read again. */
const PATCH_ATTEMPTS = 5;

export class KubectlApi implements KubeApi {
  readonly namespace: string;
  readonly #command: readonly string[];

  private constructor(command: readonly string[], namespace: string) {
    this.#command = command;
    this.namespace = namespace;
  }

  /** @throws ProviderError with stage `setup` when there is no such command, or no such context */
  static async open(options: ClusterOptions, signal?: AbortSignal): Promise<KubectlApi> {
    const { kubeconfig, context, namespace } = options;
    const command = [
      options.cli ?? (process.env["OPENENV_KUBECTL"] || "kubectl"),
      ...(kubeconfig === undefined ? [] : ["--kubeconfig", kubeconfig]),
      ...(context === undefined ? [] : ["--context", context]),
    ];
    return new KubectlApi(command, namespace ?? (await namespaceOf(command, signal)));
  }

  /** The whole command line. */
  argv(...args: readonly string[]): string[] {
    return [...this.#command, "--namespace", this.namespace, ...args];
  }

  get<K extends Kind>(kind: K, name: string, signal?: AbortSignal): Promise<Kinds[K]> {
    return this.#json(["get", "--raw", apiPath(this.namespace, kind, name)], { signal });
  }

  async list<K extends Kind>(kind: K, query: ListQuery, signal?: AbortSignal): Promise<readonly Kinds[K][]> {
    const path = apiPath(this.namespace, kind, undefined, { ...query });
    return (await this.#json<{ items: readonly Kinds[K][] }>(["get", "--raw", path], { signal })).items;
  }

  create<K extends Kind>(kind: K, object: KubernetesObject, signal?: AbortSignal): Promise<Kinds[K]> {
    const input = JSON.stringify(object);
    return this.#json(["create", "--raw", apiPath(this.namespace, kind), "--filename", "-"], { signal, input });
  }

  async patch<K extends Kind>(kind: K, name: string, patch: object, signal?: AbortSignal): Promise<Kinds[K]> {
    // `kubectl patch` takes it as an argument, which every user of the machine could read.
    const path = apiPath(this.namespace, kind, name);
    for (let attempt = 1; ; attempt += 1) {
      const input = JSON.stringify(mergePatch(await this.get(kind, name, signal), patch));
      try {
        return await this.#json(["replace", "--raw", path, "--filename", "-"], { signal, input });
      } catch (error) {
        const hasChanged = error instanceof KubeApiError && error.reason === "Conflict";
        if (!hasChanged || attempt === PATCH_ATTEMPTS) throw error;
      }
    }
  }

  async remove(kind: Kind, name: string, graceSeconds?: number): Promise<void> {
    const path = apiPath(this.namespace, kind, name, removalQuery(graceSeconds));
    await this.#run(["delete", "--raw", path]).catch((error: unknown) => {
      if (!(error instanceof KubeApiError) || error.reason !== "NotFound") throw error;
    });
  }

  log(pod: string, { tailLines, previous = false }: { tailLines: number; previous?: boolean }): Promise<string> {
    return this.#run(["get", "--raw", apiPath(this.namespace, "pods", `${pod}/log`, { tailLines, previous })]);
  }

  removalCommand(labelSelector: string): readonly string[] {
    const kinds = "deployments,services,secrets";
    return this.argv("delete", kinds, "--selector", labelSelector, "--wait=false", "--ignore-not-found");
  }

  async #json<T>(args: readonly string[], options: { signal?: AbortSignal | undefined; input?: string }): Promise<T> {
    return JSON.parse(await this.#run(args, options)) as T;
  }

  async #run(
    args: readonly string[],
    options: { signal?: AbortSignal | undefined; input?: string } = {},
  ): Promise<string> {
    const { exitCode, stdout, stderr } = await runCommand(this.argv(...args), options);
    if (exitCode === 0) return stdout;
    throw refusalOf(stderr);
  }
}

/** @throws ProviderError with stage `setup` */
async function namespaceOf(command: readonly string[], signal: AbortSignal | undefined): Promise<string> {
  const view = ["config", "view", "--minify", "--output", "jsonpath={..namespace}"];
  try {
    const { exitCode, stdout, stderr } = await runCommand([...command, ...view], { signal });
    if (exitCode === 0) return stdout.trim() || "default";
    throw refusalOf(stderr);
  } catch (error) {
    if (signal?.aborted === true) throw error;
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    const why = isMissing
      ? `"${command[0]}" is not installed. Install kubectl, or give the path of the command as the option cli.`
      : (error as Error).message;
    throw new ProviderError("setup", `Cannot talk to a cluster: ${why}`, { cause: error });
  }
}

/** `Error from server (NotFound): deployments.apps "x" not found` */
function refusalOf(stderr: string): KubeApiError {
  const [, reason, message] = /^Error from server(?: \((\w+)\))?: (.*)/s.exec(stderr.trim()) ?? [];
  return new KubeApiError(reason ?? "", (message ?? stderr).trim() || "kubectl said nothing.");
}
