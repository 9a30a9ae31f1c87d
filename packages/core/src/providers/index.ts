/** `@openenv/core/providers`: from an image, a folder or a name to a server that answers. */
export { ProviderError } from "../errors/provider-error.ts";
export type { ProviderStage } from "../errors/provider-error.ts";
export { connectThrough } from "./connect-through.ts";
export { ProcessProvider } from "./process/process-provider.ts";
export type { ProcessProviderOptions } from "./process/process-options.ts";
export { processCommand } from "./process/process-command.ts";
export type { ProcessCommand, ProcessCommandOptions } from "./process/process-command.ts";
export type { ProcessRuntime } from "./process/runtime-choice.ts";
export type {
  Provider,
  ProviderDescription,
  ProviderEndpoint,
  ProviderProgress,
  StartOptions,
  WaitOptions,
} from "./provider.ts";
export { ServerProvider } from "./server-provider.ts";
export type { ProviderOptions, ProviderTraits } from "./server-provider.ts";
export type { LaunchContext, RunningServer } from "./running-server.ts";
export { LocalDockerProvider } from "./docker/local-docker-provider.ts";
export type { ContainerMount, LocalDockerProviderOptions } from "./docker/docker-options.ts";
export { containerCommand } from "./docker/container-cli.ts";
export type { EngineOptions } from "./docker/container-cli.ts";
export type { ContainerOwner } from "./docker/owner-labels.ts";
export { listContainers, pruneContainers } from "./docker/started-containers.ts";
export type { PruneOptions, StartedContainer } from "./docker/started-containers.ts";
export { UVProvider } from "./python/uv-provider.ts";
export type { UVProviderOptions } from "./python/python-options.ts";
export { HubProvider } from "./hub/hub-provider.ts";
export type { HubOptions, HubProviderOptions, SpaceUse } from "./hub/hub-options.ts";
export { resolveEnv } from "./hub/resolve-env.ts";
export { hubEndpoint } from "./hub/hub-api.ts";
export { spaceSubdomain } from "./hub/environment-id.ts";
export { isConfidential } from "./address.ts";
export { Redactor } from "./redactor.ts";
export type { ResolvedEnv, ResolvedFolder } from "./hub/resolve-env.ts";
export { dockerfileOf, writeBuildContext } from "./build/build-context.ts";
export type { BuildContext, BuildContextOptions } from "./build/build-context.ts";
export { buildImage } from "./build/build-image.ts";
export type { BuildImageOptions } from "./build/build-image.ts";
export { startContainerProcess } from "./docker/container-process.ts";
export type { ContainerProcess, ContainerProcessOptions } from "./docker/container-process.ts";
export type { ClusterProvider, RollingUpdate } from "./cluster-provider.ts";
export { DockerSwarmProvider } from "./swarm/docker-swarm-provider.ts";
export type { DockerSwarmProviderOptions } from "./swarm/swarm-options.ts";
export { listServices, pruneServices } from "./swarm/started-services.ts";
export type { StartedService } from "./swarm/started-services.ts";
export { KubernetesProvider } from "./kubernetes/kubernetes-provider.ts";
export type { ClusterOptions, KubernetesProviderOptions, WorkloadOptions } from "./kubernetes/kubernetes-options.ts";
export { kubernetesManifests } from "./kubernetes/manifests.ts";
export type { ManifestOptions } from "./kubernetes/manifests.ts";
export type { KubernetesObject, ObjectMeta, OwnerReference } from "./kubernetes/kube-objects.ts";
export { listDeployments, pruneDeployments } from "./kubernetes/started-deployments.ts";
export type { PruneDeploymentsOptions, StartedDeployment } from "./kubernetes/started-deployments.ts";
