/**
 * Runs an environment's server as a process of this machine.
 */
import type { LaunchContext, RunningServer } from "../running-server.ts";
import { ServerProvider } from "../server-provider.ts";
import { launchProcess } from "./launch-process.ts";
import { PROCESS_OPTION_NAMES, type ProcessProviderOptions } from "./process-options.ts";

/**
 * Starts a server with Bun, Node or Deno. Everything it starts is in one process group and ends with it. A server that
 * is not healthy within 30 s is given up, unless `readyTimeoutMs` says otherwise.
 */
export class ProcessProvider extends ServerProvider<ProcessProviderOptions> {
  readonly kind = "process";

  /** @throws InvalidArgumentError for an option that does not exist */
  constructor(options: ProcessProviderOptions = {}) {
    super(options, {
      module: import.meta.url,
      className: "ProcessProvider",
      readyTimeoutMs: 30_000,
      optionNames: PROCESS_OPTION_NAMES,
    });
  }

  protected override launch(source: string | undefined, context: LaunchContext): Promise<RunningServer> {
    return launchProcess(source ?? this.options.source, this.options, context);
  }
}
