/**
 * Runs an environment's server as a process of this machine.
 */
import { InvalidArgumentError } from "../../errors/local-errors.ts";
import { Redactor } from "../redactor.ts";
import type { LaunchContext, RunningServer } from "../running-server.ts";
import { type ProviderOptions, ServerProvider } from "../server-provider.ts";
import { type RuntimeWish, runtimeCommand } from "./runtime-choice.ts";
import { serverEntry } from "./server-entry.ts";
import { serverEnv, ServerProcess } from "./server-process.ts";

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

const OPTION_NAMES = [
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
] satisfies readonly (keyof ProcessProviderOptions)[];

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
      optionNames: OPTION_NAMES,
    });
  }

  /** @throws ProviderError when the source is not found, no runtime can run it, or it ends instead of serving */
  protected override async launch(given: string | undefined, context: LaunchContext): Promise<RunningServer> {
    const { cwd, port = 0, host = "127.0.0.1", args = [], env = {}, secrets = {}, maxConcurrentEnvs } = this.options;
    const source = given ?? this.options.source;
    if (source === undefined) throw new InvalidArgumentError("source", "Give a package, file or folder to run.");
    const file = serverEntry(source, cwd);
    const argv = [...runtimeCommand(file, this.options), ...args];
    context.progress("start", `Starting ${source} with ${argv[0]}`);
    const limit = maxConcurrentEnvs === undefined ? {} : { MAX_CONCURRENT_ENVS: String(maxConcurrentEnvs) };
    const server = new ServerProcess(
      argv,
      {
        what: source,
        cwd,
        // A program that was compiled with Bun is Bun, too, when this is set.
        env: { ...serverEnv(port, host, { ...env, ...secrets }), BUN_BE_BUN: "1", ...limit },
        redactor: Redactor.of(env, ...Object.values(secrets)),
        stopTimeoutMs: this.options.stopTimeoutMs ?? 10_000,
        cleanupOnExit: this.options.cleanupOnExit ?? true,
      },
      context,
    );
    return runningProcess(server, port, host, context);
  }
}

/** Waits for a server's URL where its port is not known, and lets it go from this process's event loop. */
export async function runningProcess(
  server: ServerProcess,
  port: number,
  host: string,
  { signal }: LaunchContext,
): Promise<RunningServer> {
  const name = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const known = `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
  const baseUrl = port === 0 ? await server.url(signal) : known;
  server.unref();
  return {
    endpoint: { baseUrl },
    logs: () => Promise.resolve(server.logs()),
    end: (patienceMs) => server.end(patienceMs),
    ended: server.ended,
  };
}
