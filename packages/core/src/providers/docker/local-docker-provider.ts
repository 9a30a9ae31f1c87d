/**
 * Runs an environment's image as a container of the local Docker or Podman.
 */
import type { LaunchContext, RunningServer } from "../running-server.ts";
import { ServerProvider } from "../server-provider.ts";
import { checkNestedOptions, DOCKER_OPTION_NAMES, type LocalDockerProviderOptions } from "./docker-options.ts";
import { launchContainer } from "./launch-container.ts";

/**
 * Starts a container, published on 127.0.0.1, and removes it at the stop. A server that is not healthy within 60 s is
 * given up, unless `readyTimeoutMs` says otherwise. Goes through the `docker` or `podman` command, so contexts and
 * logins are those of the user.
 */
export class LocalDockerProvider extends ServerProvider<LocalDockerProviderOptions> {
  readonly kind = "docker";

  /** @throws InvalidArgumentError for an option that does not exist */
  constructor(options: LocalDockerProviderOptions = {}) {
    super(options, {
      module: import.meta.url,
      className: "LocalDockerProvider",
      readyTimeoutMs: 60_000,
      optionNames: DOCKER_OPTION_NAMES,
    });
    checkNestedOptions("LocalDockerProvider", options);
  }

  protected override launch(source: string | undefined, context: LaunchContext): Promise<RunningServer> {
    return launchContainer(source ?? this.options.image, this.options, context);
  }
}
