/**
 * Runs an environment's image as a deployment of a Kubernetes cluster: many pods, on many machines.
 */
import { ProviderError } from "../../errors/provider-error.ts";
import type { ClusterProvider, RollingUpdate } from "../cluster-provider.ts";
import { checkImage } from "../docker/image-reference.ts";
import { variablesOf } from "../docker/run-arguments.ts";
import type { ProviderEndpoint, WaitOptions } from "../provider.ts";
import type { LaunchContext, RunningServer } from "../running-server.ts";
import { ServerProvider } from "../server-provider.ts";
import { TimeLimit } from "../time-limit.ts";
import { isReady } from "./kube-objects.ts";
import { KUBERNETES_OPTION_NAMES, type KubernetesProviderOptions } from "./kubernetes-options.ts";
import { type LaunchedDeployment, launchDeployment, READY_TIMEOUT_MS } from "./launch-deployment.ts";
import { podsOf } from "./manifests.ts";
import { untilRolledOut } from "./rollout-wait.ts";
import type { Workload } from "./workload.ts";

/** Set by a rolling update, so that it replaces the pods also when nothing else has changed. */
const UPDATED_ANNOTATION = "dev.openenv.updated-at";

/**
 * Starts a deployment and resolves when all its pods are ready. `baseUrl` is the first pod's; `endpoints()` gives all,
 * which an `EnvFleet` uses as one. Goes through `kubectl`, so contexts and logins are those of the user; inside a cluster
 * the API is asked with the pod's service account.
 */
export class KubernetesProvider extends ServerProvider<KubernetesProviderOptions> implements ClusterProvider {
  readonly kind = "kubernetes";
  #launched: LaunchedDeployment | undefined;

  /** @throws InvalidArgumentError for an option that does not exist */
  constructor(options: KubernetesProviderOptions = {}) {
    super(options, {
      module: import.meta.url,
      className: "KubernetesProvider",
      readyTimeoutMs: READY_TIMEOUT_MS,
      optionNames: KUBERNETES_OPTION_NAMES,
    });
  }

  async endpoints(signal?: AbortSignal): Promise<readonly ProviderEndpoint[]> {
    return this.#launched === undefined ? [] : endpointsOf(this.#launched, signal);
  }

  async scale(replicas: number, options: WaitOptions = {}): Promise<void> {
    await this.#change({ spec: { replicas: podsOf({ replicas }) } }, options);
  }

  async update({ image, env = {} }: RollingUpdate, options: WaitOptions = {}): Promise<void> {
    const { workload } = this.#running;
    const deployment = (await workload.deployment()) ?? { spec: { template: { spec: { containers: [] } } } };
    const containers = deployment.spec.template.spec.containers.map((container, index) =>
      index === 0 ? changed(container, image, variablesOf({ env })) : container,
    );
    const annotations = { [UPDATED_ANNOTATION]: new Date().toISOString() };
    await this.#change({ spec: { template: { metadata: { annotations }, spec: { containers } } } }, options);
  }

  protected override async launch(source: string | undefined, context: LaunchContext): Promise<RunningServer> {
    const launched = await launchDeployment(source ?? this.options.image, this.options, context);
    const { workload } = launched;
    const [endpoint] = await endpointsOf(launched, context.signal);
    if (endpoint === undefined) throw new ProviderError("start", `No pod of ${workload.name} is reached from here.`);
    this.#launched = launched;
    context.cleanup.add("forget the deployment", () => void (this.#launched = undefined));
    return { endpoint, logs: () => workload.logs(), end: () => endOf(workload) };
  }

  get #running(): LaunchedDeployment {
    if (this.#launched !== undefined) return this.#launched;
    throw new ProviderError("start", "There is no deployment. Start it first.");
  }

  async #change(patch: object, options: WaitOptions): Promise<void> {
    const { workload } = this.#running;
    const limit = new TimeLimit("ready deployment", options, this.options.readyTimeoutMs ?? READY_TIMEOUT_MS);
    try {
      await workload.api.patch("deployments", workload.name, patch, limit.signal);
      await untilRolledOut(workload, limit);
    } finally {
      limit.release();
    }
  }
}

async function endpointsOf(
  { workload, access }: LaunchedDeployment,
  signal: AbortSignal | undefined,
): Promise<readonly ProviderEndpoint[]> {
  return access.endpoints((await workload.pods(signal)).filter(isReady), signal);
}

/** A merge patch replaces a list whole. */
function changed(container: object, image: string | undefined, env: Readonly<Record<string, string>>): object {
  const { env: before = [] } = container as { readonly env?: readonly { readonly name: string }[] };
  const kept = before.filter(({ name }) => !Object.hasOwn(env, name));
  return {
    ...container,
    ...(image === undefined ? {} : { image: checkImage(image) }),
    env: [...kept, ...Object.entries(env).map(([name, value]) => ({ name, value }))],
  };
}

/** A pod that ends is replaced by the cluster: only a deployment that is gone has ended. */
async function endOf(workload: Workload): Promise<ProviderError | undefined> {
  if ((await workload.deployment()) !== undefined) return undefined;
  return new ProviderError("run", `The deployment ${workload.name} was removed by somebody else.`, {
    details: { deployment: workload.name },
  });
}
