/**
 * Runs a Python environment, so that those of the original are driven from TypeScript too.
 */
import type { LaunchContext, RunningServer } from "../running-server.ts";
import { ServerProvider } from "../server-provider.ts";
import { launchPython } from "./launch-python.ts";
import { UV_OPTION_NAMES, type UVProviderOptions } from "./python-options.ts";

/**
 * Starts a Python environment with uvicorn, in an environment made by `uv` or `python -m venv`. It runs with the rights
 * of this process: what is not trusted belongs in a container. A server that is not healthy within 120 s is given up,
 * unless `readyTimeoutMs` says otherwise.
 */
export class UVProvider extends ServerProvider<UVProviderOptions> {
  readonly kind = "uv";

  /** @throws InvalidArgumentError for an option that does not exist */
  constructor(options: UVProviderOptions = {}) {
    super(options, {
      module: import.meta.url,
      className: "UVProvider",
      readyTimeoutMs: 120_000,
      optionNames: UV_OPTION_NAMES,
    });
  }

  protected override launch(source: string | undefined, context: LaunchContext): Promise<RunningServer> {
    return launchPython(source ?? this.options.source, this.options, context);
  }
}
