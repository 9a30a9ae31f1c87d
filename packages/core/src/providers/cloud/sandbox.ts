/**
 * What a provider needs of a sandbox in a cloud. Each adapter gives this of its SDK's own. Types only.
 */
import type { ProviderEndpoint } from "../provider.ts";
import type { ProviderOptions } from "../server-provider.ts";

/** One sandbox, with a shell in it. */
export interface Sandbox {
  readonly id: string;
  /** Runs a shell command to its end and gives its standard output. Commands are written so that they succeed. */
  run(command: string): Promise<string>;
  /** Where a port of it is reached from here. */
  endpoint(port: number): Promise<ProviderEndpoint>;
  /** Whether it is still there: a cloud ends it after its time. */
  isRunning(): Promise<boolean>;
  remove(): Promise<void>;
}

/** What every cloud's provider takes. */
export interface CloudOptions extends ProviderOptions {
  /**
   * The shell command that serves the environment in the sandbox, or `null` where the image or template starts it by
   * itself. Default: what the `openenv.yaml` and the files in `/app` tell.
   */
  readonly command?: string | null | undefined;
  /** Variables. Values whose names sound secret (`…_TOKEN`, `…_KEY`) do not appear in errors and logs. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** More variables, whose values never appear in errors and logs. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** Sessions at once, by the variable `MAX_CONCURRENT_ENVS`. Default: the environment's own. */
  readonly maxConcurrentEnvs?: number | undefined;
  /** Port the server listens on in the sandbox. Default 8000. */
  readonly port?: number | undefined;
  /** Names under which the sandbox is found again, beside our own. */
  readonly labels?: Readonly<Record<string, string>> | undefined;
}

export const CLOUD_OPTION_NAMES: readonly (keyof CloudOptions)[] = [
  "command",
  "env",
  "secrets",
  "maxConcurrentEnvs",
  "port",
  "labels",
];
