/**
 * What a {@link ProcessProvider} takes. Types, and the names for the check.
 */
import type { ProviderOptions } from "../server-provider.ts";
import type { RuntimeWish } from "./runtime-choice.ts";

/** Options of a {@link ProcessProvider}. */
export interface ProcessProviderOptions extends ProviderOptions, RuntimeWish {
  /**
   * What to run: an installed package (`@openenv/echo-env-server`), a file, or a folder of an environment or a server
   * package. Paths begin with `.` or `/`. A source given to `start()` wins.
   */
  readonly source?: string | undefined;
  /** Arguments of the server. */
  readonly args?: readonly string[] | undefined;
  /**
   * Variables on top of this process's own, `PORT` and `HOST`. Values whose names sound secret (`…_TOKEN`, `…_KEY`) do
   * not appear in errors and logs.
   */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** More variables, whose values never appear in errors and logs. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** The server's working folder, from which relative sources are looked up too. Default: this process's. */
  readonly cwd?: string | undefined;
  /**
   * Port it listens on. Default 0: a free one, read from the line that the server prints (`… on http://127.0.0.1:…`). A
   * server that prints none needs a port here.
   */
  readonly port?: number | undefined;
  /** Address it listens on. Default `127.0.0.1`. */
  readonly host?: string | undefined;
  /** Sessions at once, by the variable `MAX_CONCURRENT_ENVS`. Default: the server's own. */
  readonly maxConcurrentEnvs?: number | undefined;
  /** How long it may take to end by itself, in milliseconds; then it is killed. Default 10 s. */
  readonly stopTimeoutMs?: number | undefined;
  /** Whether it is ended when this process ends without a `stop()`, in whatever way. Default `true`. */
  readonly cleanupOnExit?: boolean | undefined;
}

export const PROCESS_OPTION_NAMES: readonly (keyof ProcessProviderOptions)[] = [
  "source",
  "runtime",
  "runtimePath",
  "runtimeArgs",
  "args",
  "env",
  "secrets",
  "cwd",
  "port",
  "host",
  "maxConcurrentEnvs",
  "stopTimeoutMs",
  "cleanupOnExit",
];
