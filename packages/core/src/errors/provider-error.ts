/**
 * What a provider throws. Holds facts only: which stage failed and what the server had written.
 */
import { brandError, OpenEnvError } from "./openenv-error.ts";
import type { OpenEnvErrorOptions } from "./openenv-error.ts";

/** What a provider was doing. `setup` is the check for the tools it needs, `fetch` any download. */
export type ProviderStage = "setup" | "resolve" | "fetch" | "install" | "build" | "start" | "ready" | "run" | "stop";

/**
 * `PROVIDER_FAILED`: a server could not be started, became no healthy one, died, or could not be removed. Whatever had
 * been started is gone, unless the stage is `stop`.
 */
export class ProviderError extends OpenEnvError {
  readonly stage: ProviderStage;
  /** The last lines that the server or the failed command wrote, without secrets; empty when there are none. */
  readonly logs: string;

  constructor(stage: ProviderStage, message: string, options: OpenEnvErrorOptions & { readonly logs?: string } = {}) {
    const { logs = "", ...rest } = options;
    super("PROVIDER_FAILED", logs === "" ? message : `${message}\n${indent(logs)}`, {
      ...rest,
      details: { ...rest.details, stage, logs },
    });
    this.stage = stage;
    this.logs = logs;
  }
  static {
    brandError(this, "ProviderError");
  }
}

function indent(text: string): string {
  return text
    .split("\n")
    .map((line) => `  | ${line}`)
    .join("\n");
}
