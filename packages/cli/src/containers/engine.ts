/** How the containers' engine is reached, from options to core's. */
import type { EngineOptions } from "@openenv/core/providers";

export interface EngineChoice {
  readonly engine: "docker" | "podman" | undefined;
  readonly host: string | undefined;
}

export function engineOf({ engine, host }: EngineChoice): EngineOptions {
  return { ...(engine === undefined ? {} : { cli: engine }), ...(host === undefined ? {} : { engineHost: host }) };
}
