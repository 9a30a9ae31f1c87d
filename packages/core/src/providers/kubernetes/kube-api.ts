/** What is asked of a cluster's API, by whatever carries it. Types, and the error. */
import type { Kind, Kinds, KubernetesObject } from "./kube-objects.ts";

/** The API's own refusal. */
export class KubeApiError extends Error {
  /** `NotFound`, `Forbidden`, `Conflict`, …; empty when the API was not reached. */
  readonly reason: string;

  constructor(reason: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export interface ListQuery {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}

/** All in one namespace. Every call rejects with a {@link KubeApiError}, or with the reason of its signal. */
export interface KubeApi {
  readonly namespace: string;
  get<K extends Kind>(kind: K, name: string, signal?: AbortSignal): Promise<Kinds[K]>;
  list<K extends Kind>(kind: K, query: ListQuery, signal?: AbortSignal): Promise<readonly Kinds[K][]>;
  create<K extends Kind>(kind: K, object: KubernetesObject, signal?: AbortSignal): Promise<Kinds[K]>;
  /** A merge patch. */
  patch<K extends Kind>(kind: K, name: string, patch: object, signal?: AbortSignal): Promise<Kinds[K]>;
  /** Nothing of that name is no error. Does not wait until it is gone. */
  remove(kind: Kind, name: string, graceSeconds?: number): Promise<void>;
  /** The last lines of a pod's container; of the one before its last restart, if asked. */
  log(pod: string, query: { readonly tailLines: number; readonly previous?: boolean }): Promise<string>;
  /** The command that removes everything with these labels without waiting; `undefined` where there is none. */
  removalCommand(labelSelector: string): readonly string[] | undefined;
}

const GROUPS: Readonly<Record<Kind, string>> = {
  deployments: "/apis/apps/v1",
  pods: "/api/v1",
  services: "/api/v1",
  secrets: "/api/v1",
  events: "/api/v1",
};

/** `/apis/apps/v1/namespaces/default/deployments/name?…` */
export function apiPath(
  namespace: string,
  kind: Kind,
  name?: string,
  query: Readonly<Record<string, string | number | boolean | undefined>> = {},
): string {
  const given = Object.entries(query).flatMap(([key, value]): [string, string][] => {
    return value === undefined ? [] : [[key, String(value)]];
  });
  const search = new URLSearchParams(given).toString();
  const path = `${GROUPS[kind]}/namespaces/${namespace}/${kind}${name === undefined ? "" : `/${name}`}`;
  return search === "" ? path : `${path}?${search}`;
}

/** Options of a deletion: what depends on the object goes too. */
export function removalQuery(graceSeconds: number | undefined): Readonly<Record<string, string | number | undefined>> {
  return { propagationPolicy: "Background", gracePeriodSeconds: graceSeconds };
}
