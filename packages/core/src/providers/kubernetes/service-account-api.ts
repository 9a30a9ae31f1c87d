/**
 * A cluster's API from inside it, with the service account of the pod. By `node:https`, since the cluster signs its
 * certificates itself, and `fetch` takes no certificate in the same way on all runtimes.
 */
import { readFile } from "node:fs/promises";
import { request } from "node:https";
import { join } from "node:path";
import process from "node:process";

import { ProviderError } from "../../errors/provider-error.ts";
import { apiPath, type KubeApi, KubeApiError, type ListQuery, removalQuery } from "./kube-api.ts";
import type { Kind, Kinds, KubernetesObject } from "./kube-objects.ts";

/** Where every pod finds its service account. */
const ACCOUNT_FOLDER = "/var/run/secrets/kubernetes.io/serviceaccount";

/** Longest answer of the API, in milliseconds. */
const ANSWER_MS = 30_000;

interface Call {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  readonly body?: object;
  readonly signal?: AbortSignal | undefined;
}

/** Whether this process runs in a pod that may ask the API. */
export function isInCluster(): boolean {
  return (process.env["KUBERNETES_SERVICE_HOST"] ?? "") !== "";
}

export class ServiceAccountApi implements KubeApi {
  readonly namespace: string;
  readonly #folder: string;
  readonly #ca: string;

  private constructor(namespace: string, folder: string, ca: string) {
    this.namespace = namespace;
    this.#folder = folder;
    this.#ca = ca;
  }

  /** @throws ProviderError with stage `setup` when the pod has no service account's token */
  static async open(
    namespace?: string,
    folder: string = process.env["OPENENV_SERVICE_ACCOUNT"] || ACCOUNT_FOLDER,
  ): Promise<ServiceAccountApi> {
    try {
      const own = (await readFile(join(folder, "namespace"), "utf8")).trim();
      return new ServiceAccountApi(namespace ?? own, folder, await readFile(join(folder, "ca.crt"), "utf8"));
    } catch (error) {
      const message =
        `This pod has no service account to ask the cluster with: ${(error as Error).message}. ` +
        "Give it one with automountServiceAccountToken, or use kubectl by the option cli.";
      throw new ProviderError("setup", message, { cause: error });
    }
  }

  get<K extends Kind>(kind: K, name: string, signal?: AbortSignal): Promise<Kinds[K]> {
    return this.#json({ method: "GET", path: apiPath(this.namespace, kind, name), signal });
  }

  async list<K extends Kind>(kind: K, query: ListQuery, signal?: AbortSignal): Promise<readonly Kinds[K][]> {
    const path = apiPath(this.namespace, kind, undefined, { ...query });
    return (await this.#json<{ items: readonly Kinds[K][] }>({ method: "GET", path, signal })).items;
  }

  create<K extends Kind>(kind: K, body: KubernetesObject, signal?: AbortSignal): Promise<Kinds[K]> {
    return this.#json({ method: "POST", path: apiPath(this.namespace, kind), body, signal });
  }

  patch<K extends Kind>(kind: K, name: string, body: object, signal?: AbortSignal): Promise<Kinds[K]> {
    return this.#json({ method: "PATCH", path: apiPath(this.namespace, kind, name), body, signal });
  }

  async remove(kind: Kind, name: string, graceSeconds?: number): Promise<void> {
    const path = apiPath(this.namespace, kind, name, removalQuery(graceSeconds));
    await this.#call({ method: "DELETE", path }).catch((error: unknown) => {
      if (!(error instanceof KubeApiError) || error.reason !== "NotFound") throw error;
    });
  }

  log(pod: string, { tailLines, previous = false }: { tailLines: number; previous?: boolean }): Promise<string> {
    const path = apiPath(this.namespace, "pods", `${pod}/log`, { tailLines, previous });
    return this.#call({ method: "GET", path });
  }

  /** What is made belongs to this process's own pod instead, and goes with it. */
  removalCommand(): undefined {
    return undefined;
  }

  async #json<T>(call: Call): Promise<T> {
    return JSON.parse(await this.#call(call)) as T;
  }

  async #call({ method, path, body, signal }: Call): Promise<string> {
    // The cluster renews the token every hour.
    const token = (await readFile(join(this.#folder, "token"), "utf8")).trim();
    const text = body === undefined ? "" : JSON.stringify(body);
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const limits = AbortSignal.any([AbortSignal.timeout(ANSWER_MS), ...(signal === undefined ? [] : [signal])]);
    const { status, answer } = await new Promise<{ status: number; answer: string }>((resolve, reject) => {
      const asked = request(
        {
          host: process.env["KUBERNETES_SERVICE_HOST"],
          port: process.env["KUBERNETES_SERVICE_PORT_HTTPS"] || process.env["KUBERNETES_SERVICE_PORT"] || 443,
          path,
          method,
          ca: this.#ca,
          signal: limits,
          headers: {
            Authorization: `Bearer ${token}`,
            ...(text === "" ? {} : { "Content-Type": type, "Content-Length": String(Buffer.byteLength(text)) }),
          },
        },
        (response) => {
          let received = "";
          response.setEncoding("utf8");
          response.on("data", (chunk: string) => (received += chunk));
          response.on("end", () => resolve({ status: response.statusCode ?? 0, answer: received }));
          response.on("error", reject);
        },
      );
      asked.on("error", reject);
      asked.end(text);
    }).catch((error: unknown) => {
      if (signal?.aborted === true) throw signal.reason;
      throw new KubeApiError("", `The API was not reached: ${(error as Error).message}`, { cause: error });
    });
    if (status >= 200 && status < 300) return answer;
    throw refusalOf(status, answer);
  }
}

function refusalOf(status: number, answer: string): KubeApiError {
  try {
    const { reason = "", message = answer } = JSON.parse(answer) as { reason?: string; message?: string };
    return new KubeApiError(reason, message);
  } catch {
    return new KubeApiError("", `The API answered ${status}: ${answer.slice(0, 500)}`);
  }
}
