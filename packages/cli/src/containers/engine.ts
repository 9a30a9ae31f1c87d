/** How the containers' engine is reached, from options to core's. */
import process from "node:process";
import type { EngineOptions } from "@openenv/core/providers";

export interface EngineChoice {
  readonly engine: "docker" | "podman" | undefined;
  readonly host: string | undefined;
}

export function engineOf({ engine, host }: EngineChoice): EngineOptions {
  return { ...(engine === undefined ? {} : { cli: engine }), ...(host === undefined ? {} : { engineHost: host }) };
}

/** The program of an engine, for what core has no call for. */
export function containerCli({ cli }: EngineOptions = {}): string {
  return cli ?? (process.env["OPENENV_CONTAINER_CLI"] || "docker");
}
