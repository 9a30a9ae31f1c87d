/**
 * Runs an environment by its name alone: what `fromEnv(id)` starts with.
 */
import { InvalidArgumentError } from "../../errors/local-errors.ts";
import { checkNestedOptions, DOCKER_OPTION_NAMES } from "../docker/docker-options.ts";
import { launchContainer } from "../docker/launch-container.ts";
import { checkOptionNames } from "../option-check.ts";
import { launchProcess } from "../process/launch-process.ts";
import { PROCESS_OPTION_NAMES } from "../process/process-options.ts";
import { launchPython } from "../python/launch-python.ts";
import { UV_OPTION_NAMES } from "../python/python-options.ts";
import type { LaunchContext, RunningServer } from "../running-server.ts";
import { ServerProvider } from "../server-provider.ts";
import { HUB_OPTION_NAMES, type HubProviderOptions } from "./hub-options.ts";
import { resolve } from "./resolve-env.ts";

/**
 * Starts an environment by an id: `owner/name` of a Hugging Face Space, an npm package, a local folder, a repository, an
 * image, or the URL of a server that runs already. A server that is not healthy within 120 s is given up, unless
 * `readyTimeoutMs` says otherwise.
 */
export class HubProvider extends ServerProvider<HubProviderOptions> {
  readonly kind = "hub";

  /** @throws InvalidArgumentError for an option that does not exist */
  constructor(options: HubProviderOptions = {}) {
    super(options, {
      module: import.meta.url,
      className: "HubProvider",
      readyTimeoutMs: 120_000,
      optionNames: [...HUB_OPTION_NAMES, "id", "docker", "process", "python"],
    });
    checkOptionNames("HubProvider's docker", options.docker ?? {}, DOCKER_OPTION_NAMES);
    checkNestedOptions("HubProvider's docker", options.docker ?? {});
    checkOptionNames("HubProvider's process", options.process ?? {}, PROCESS_OPTION_NAMES);
    checkOptionNames("HubProvider's python", options.python ?? {}, UV_OPTION_NAMES);
  }

  protected override async launch(source: string | undefined, context: LaunchContext): Promise<RunningServer> {
    const {
      id,
      docker,
      process,
      python,
      startTimeoutMs: _,
      readyTimeoutMs: __,
      onProgress: ___,
      ...hub
    } = this.options;
    const wanted = source ?? id;
    if (wanted === undefined) throw new InvalidArgumentError("id", "Give the id of an environment.");
    const env = await resolve(wanted, hub, context);
    switch (env.type) {
      case "url":
        return runningElsewhere(env.url, env.headers);
      case "image": {
        const registryLogin = env.token === undefined ? undefined : { username: "openenv", password: env.token };
        return launchContainer(env.image, { registryLogin, ...docker }, context);
      }
      case "process":
        return launchProcess(env.folder, { ...process }, context);
      case "python":
        return launchPython(env.folder, { ...python }, context);
    }
  }
}

/** A server that is not ours: nothing is known of its log, and it is not stopped. */
function runningElsewhere(baseUrl: string, headers: Readonly<Record<string, string>>): RunningServer {
  return {
    endpoint: { baseUrl, headers },
    logs: () => Promise.resolve(""),
    end: () => Promise.resolve(undefined),
  };
}
