/**
 * What a {@link UVProvider} takes. Types, and the names for the check.
 */
import type { ProviderOptions } from "../server-provider.ts";

/** Options of a {@link UVProvider}. */
export interface UVProviderOptions extends ProviderOptions {
  /**
   * What to run: a folder (begins with `.` or `/`), a repository (`git+https://host/name.git@ref#subdirectory=folder`),
   * or a requirement of PyPI (`openenv-echo-env==0.1.0`). A source given to `start()` wins.
   */
  readonly source?: string | undefined;
  /** The application, `module:name`. Default: `app` of the folder's `openenv.yaml`, else `server.app:app`. */
  readonly app?: string | undefined;
  /**
   * What makes the Python environment. `uv` has its own cache, so only its first start takes long; `venv` is Python's own.
   * Default: `uv` where it is installed.
   */
  readonly installer?: "uv" | "venv" | undefined;
  /** A Python that has everything installed already: nothing is made then. */
  readonly interpreter?: string | undefined;
  /** The Python to make the environment with: a version (`3.12`; `uv` only) or a command. */
  readonly python?: string | undefined;
  /** More requirements to install. */
  readonly requirements?: readonly string[] | undefined;
  /** Where `venv` makes its environment; it is kept, and used again. Default: a temporary folder. */
  readonly venv?: string | undefined;
  /** Arguments of uvicorn. */
  readonly args?: readonly string[] | undefined;
  /** Variables. Values whose names sound secret (`…_TOKEN`, `…_KEY`) do not appear in errors and logs. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** More variables, whose values never appear in errors and logs. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** The folder that relative sources are looked up from. Default: this process's. */
  readonly cwd?: string | undefined;
  /** Port it listens on. Default 0: a free one. */
  readonly port?: number | undefined;
  /** Address it listens on. Default `127.0.0.1`. */
  readonly host?: string | undefined;
  /** Server processes, each with sessions of its own. Default 1. */
  readonly workers?: number | undefined;
  /** Sessions at once, by the variable `MAX_CONCURRENT_ENVS`. Default: the environment's own. */
  readonly maxConcurrentEnvs?: number | undefined;
  /** For a private repository; sent to its host only. */
  readonly gitToken?: string | undefined;
  /** How long it may take to end by itself, in milliseconds; then it is killed. Default 10 s. */
  readonly stopTimeoutMs?: number | undefined;
  /** Whether it is ended when this process ends without a `stop()`, in whatever way. Default `true`. */
  readonly cleanupOnExit?: boolean | undefined;
}

export const UV_OPTION_NAMES: readonly (keyof UVProviderOptions)[] = [
  "source",
  "app",
  "installer",
  "interpreter",
  "python",
  "requirements",
  "venv",
  "args",
  "env",
  "secrets",
  "cwd",
  "port",
  "host",
  "workers",
  "maxConcurrentEnvs",
  "gitToken",
  "stopTimeoutMs",
  "cleanupOnExit",
];
