/**
 * The objects of a deployment, from the options. Pure: what is applied is what this gives.
 */
import { InvalidArgumentError } from "../../errors/local-errors.ts";
import { checkImage } from "../docker/image-reference.ts";
import { variablesOf } from "../docker/run-arguments.ts";
import { checkOptionNames } from "../option-check.ts";
import type { KubernetesObject, OwnerReference } from "./kube-objects.ts";
import { type WorkloadOptions, WORKLOAD_OPTION_NAMES } from "./kubernetes-options.ts";

/** The label that the objects of one deployment share, and nothing else has. */
export const INSTANCE_LABEL = "app.kubernetes.io/instance";

const STOP_TIMEOUT_MS = 15_000;

/** What the manifests say beside the options of the workload. */
export interface ManifestOptions extends WorkloadOptions {
  /** The name of every object. */
  readonly name: string;
  readonly namespace?: string | undefined;
  /** What everything goes with. */
  readonly owner?: OwnerReference | undefined;
}

/**
 * The objects by which an environment runs in Kubernetes: a Secret where there are secrets, a Deployment and a Service.
 * `kubectl apply -f -` takes each as JSON, or all as the `items` of a `List`.
 *
 * @throws InvalidArgumentError for an option that does not exist, or that no cluster would take
 */
export function kubernetesManifests(options: ManifestOptions): readonly KubernetesObject[] {
  checkOptionNames("kubernetesManifests", options, [...WORKLOAD_OPTION_NAMES, "name", "namespace", "owner"]);
  if (!/^[a-z]([-a-z0-9]{0,61}[a-z0-9])?$/.test(options.name)) {
    throw new InvalidArgumentError("name", `name is ${JSON.stringify(options.name)}. It must be a DNS label.`);
  }
  const secret = secretOf(options);
  return [...(secret === undefined ? [] : [secret]), deploymentOf(options), serviceOf(options)];
}

/** How long a pod may take from its signal to its end, in seconds. */
export function graceSeconds({ drainTimeoutMs = 0, stopTimeoutMs = STOP_TIMEOUT_MS }: WorkloadOptions): number {
  return Math.max(1, Math.ceil((drainTimeoutMs + stopTimeoutMs) / 1000));
}

/** @throws InvalidArgumentError unless it is a whole number of at least 1 */
export function podsOf({ replicas = 1 }: { readonly replicas?: number | undefined }): number {
  if (Number.isSafeInteger(replicas) && replicas >= 1) return replicas;
  throw new InvalidArgumentError("replicas", `replicas is ${replicas}. It must be a whole number of at least 1.`);
}

function metadataOf({ name, namespace, labels, owner }: ManifestOptions): KubernetesObject["metadata"] {
  return {
    name,
    ...(namespace === undefined ? {} : { namespace }),
    labels: { ...labels, ...ownLabels(name) },
    ...(owner === undefined ? {} : { ownerReferences: [owner] }),
  };
}

function ownLabels(name: string): Readonly<Record<string, string>> {
  return { "app.kubernetes.io/managed-by": "openenv", [INSTANCE_LABEL]: name };
}

function secretOf(options: ManifestOptions): KubernetesObject | undefined {
  const { secrets } = options;
  if (secrets === undefined || Object.keys(secrets).length === 0) return undefined;
  const stringData = variablesOf({ env: secrets });
  return { apiVersion: "v1", kind: "Secret", metadata: metadataOf(options), type: "Opaque", stringData };
}

function deploymentOf(options: ManifestOptions): KubernetesObject {
  const { name, labels, updateSurge = 1 } = options;
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: metadataOf(options),
    spec: {
      replicas: podsOf(options),
      revisionHistoryLimit: 1,
      selector: { matchLabels: { [INSTANCE_LABEL]: name } },
      // A pod goes when the one in its place is ready.
      strategy: { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge: updateSurge } },
      template: { metadata: { labels: { ...labels, ...ownLabels(name) } }, spec: podSpecOf(options) },
    },
  };
}

function podSpecOf(options: ManifestOptions): Readonly<Record<string, unknown>> {
  const { nodeSelector, tolerations, imagePullSecrets, serviceAccount, podSpec } = options;
  return {
    ...(serviceAccount === undefined
      ? { automountServiceAccountToken: false }
      : { serviceAccountName: serviceAccount }),
    // Variables with the addresses of all services of the namespace are of no use to an environment.
    enableServiceLinks: false,
    terminationGracePeriodSeconds: graceSeconds(options),
    ...(nodeSelector === undefined ? {} : { nodeSelector }),
    ...(tolerations === undefined ? {} : { tolerations }),
    ...(imagePullSecrets === undefined ? {} : { imagePullSecrets: imagePullSecrets.map((each) => ({ name: each })) }),
    containers: [containerOf(options)],
    ...podSpec,
  };
}

function containerOf(options: ManifestOptions): Readonly<Record<string, unknown>> {
  const { name, image, command, secrets = {}, containerPort = 8000, imagePullPolicy } = options;
  const hasSecrets = Object.keys(secrets).length > 0;
  return {
    name: "server",
    image: checkImage(image),
    ...(imagePullPolicy === undefined ? {} : { imagePullPolicy }),
    ...(command === undefined ? {} : { command }),
    ports: [{ name: "http", containerPort }],
    env: Object.entries(podVariables(options)).map(([key, value]) => ({ name: key, value })),
    ...(hasSecrets ? { envFrom: [{ secretRef: { name } }] } : {}),
    ...resourcesOf(options),
    // `/health` says 503 until the server is ready, and again when it drains.
    readinessProbe: {
      httpGet: { path: "/health", port: containerPort },
      periodSeconds: 1,
      timeoutSeconds: 5,
      failureThreshold: 2,
    },
  };
}

function podVariables(options: ManifestOptions): Readonly<Record<string, string>> {
  const { containerPort = 8000, drainTimeoutMs, env, maxConcurrentEnvs } = options;
  const drain = drainTimeoutMs === undefined ? {} : { OPENENV_DRAIN_TIMEOUT_MS: String(drainTimeoutMs) };
  return variablesOf({ maxConcurrentEnvs, env: { HOST: "0.0.0.0", PORT: String(containerPort), ...drain, ...env } });
}

function resourcesOf({ cpus, memory, requests, resources }: ManifestOptions): Readonly<Record<string, unknown>> {
  const limits = { ...quantities({ cpus, memory }), ...resources };
  const wanted = quantities(requests ?? {});
  if (Object.keys(limits).length === 0 && Object.keys(wanted).length === 0) return {};
  return { resources: { limits, ...(Object.keys(wanted).length === 0 ? {} : { requests: wanted }) } };
}

function quantities({
  cpus,
  memory,
}: {
  readonly cpus?: number | undefined;
  readonly memory?: string | undefined;
}): Readonly<Record<string, string>> {
  return {
    ...(cpus === undefined ? {} : { cpu: `${Math.round(cpus * 1000)}m` }),
    ...(memory === undefined ? {} : { memory }),
  };
}

function serviceOf(options: ManifestOptions): KubernetesObject {
  const { name, containerPort = 8000 } = options;
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: metadataOf(options),
    spec: {
      selector: { [INSTANCE_LABEL]: name },
      ports: [{ name: "http", port: containerPort, targetPort: containerPort }],
    },
  };
}
