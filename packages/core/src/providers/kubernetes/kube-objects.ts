/** The parts of Kubernetes objects that are written and read. Types, and where each kind is in the API. */

/** Any object of the API. */
export interface KubernetesObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly [part: string]: unknown;
}

export interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly ownerReferences?: readonly OwnerReference[];
}

/** The object with which another one goes. */
export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

export interface Deployment extends KubernetesObject {
  readonly spec: {
    readonly replicas: number;
    readonly template: { readonly spec: { readonly containers: readonly { readonly image: string }[] } };
  };
  readonly status?: {
    readonly observedGeneration?: number;
    readonly replicas?: number;
    readonly updatedReplicas?: number;
    readonly readyReplicas?: number;
    readonly conditions?: readonly Condition[];
  };
}

export interface Condition {
  readonly type: string;
  readonly status: string;
  readonly reason?: string;
  readonly message?: string;
}

export interface Pod extends KubernetesObject {
  readonly status?: {
    readonly phase?: string;
    readonly podIP?: string;
    readonly hostIP?: string;
    readonly reason?: string;
    readonly message?: string;
    readonly conditions?: readonly Condition[];
    readonly containerStatuses?: readonly ContainerStatus[];
  };
}

export interface ContainerStatus {
  readonly ready: boolean;
  readonly restartCount: number;
  readonly state?: ContainerState;
  readonly lastState?: ContainerState;
}

export interface ContainerState {
  readonly waiting?: { readonly reason?: string; readonly message?: string };
  readonly terminated?: { readonly reason?: string; readonly exitCode: number };
}

export interface Service extends KubernetesObject {
  readonly spec: { readonly clusterIP?: string; readonly ports: readonly { readonly nodePort?: number }[] };
}

export interface KubernetesEvent extends KubernetesObject {
  readonly type?: string;
  readonly reason?: string;
  readonly message?: string;
}

/** Kinds by their plural, as in the API's paths and in kubectl's arguments. */
export interface Kinds {
  readonly deployments: Deployment;
  readonly pods: Pod;
  readonly services: Service;
  readonly secrets: KubernetesObject;
  readonly events: KubernetesEvent;
}

export type Kind = keyof Kinds;

/** Whether a pod takes connections. */
export function isReady({ metadata, status }: Pod): boolean {
  if (metadata.deletionTimestamp !== undefined || status?.podIP === undefined) return false;
  return status.conditions?.some(({ type, status: is }) => type === "Ready" && is === "True") ?? false;
}
