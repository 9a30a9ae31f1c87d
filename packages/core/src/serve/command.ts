/**
 * A server as a program: flags, environment variables, signals. What the `bin` of a generated server package runs.
 */
import process from "node:process";
import { setTimeout } from "node:timers";
import { parseArgs } from "node:util";

import { InvalidArgumentError } from "../errors/local-errors.ts";
import { type EnvironmentDefinition, refuseUnsupportedConcurrency } from "../server/definition.ts";
import { LONGEST_TIMER_MS, resolveSettings, type ServerMode } from "../server/settings.ts";
import type { EnvTypes } from "../types.ts";
import { listenAddress, type ServedEnvironment, type ServeOptions, serverUrl } from "./options.ts";
import { claimPort, ProcessGroup } from "./process-group.ts";
import { ProcessMember } from "./process-member.ts";
import { loggerFromVariables } from "./stderr-log.ts";

type Serve = <T extends EnvTypes>(
  definition: EnvironmentDefinition<T>,
  options: ServeOptions,
) => Promise<ServedEnvironment>;

const USAGE = `Options:
  --port N                   port to listen on, 0 for a free one   (variable PORT)
  --host ADDRESS             address to listen on, default 127.0.0.1 (variable HOST)
  --max-concurrent-envs N    sessions at once, -1 for no limit     (variable MAX_CONCURRENT_ENVS)
  --mode MODE                simulation or production              (variable OPENENV_MODE)
  --workers N                processes that serve on the port, default 1 (variable WORKERS)
  --execution KIND           inline or worker: where environments run (variable OPENENV_EXECUTION)
  --drain-timeout-ms N       how long sessions may go on after SIGTERM, default 0 (variable OPENENV_DRAIN_TIMEOUT_MS)
  --help                     this text
`;

/** How long what is still running after the end may keep the process alive, in milliseconds. */
const EXIT_GRACE_MS = 1000;

/**
 * Serves until SIGTERM or SIGINT. Then it takes no further session, lets those there go on for the drain timeout, lets
 * running steps finish, closes with 1001 and returns; the process ends a second later at the
 * latest. Prints `serving NAME on URL` once it listens, and to stderr what fails. Flags win over environment variables.
 * A second signal ends the process at once.
 *
 * @param argv the flags. Default: those of this process
 * @throws InvalidArgumentError for an invalid flag or variable, naming it
 */
export async function runServerWith<T extends EnvTypes>(
  serve: Serve,
  definition: EnvironmentDefinition<T>,
  argv: readonly string[] = process.argv.slice(2),
): Promise<void> {
  const flags = readFlags(argv);
  if (flags.help === true) {
    process.stdout.write(USAGE);
    return;
  }
  const drainTimeoutMs =
    duration("--drain-timeout-ms", flags["drain-timeout-ms"]) ??
    duration("OPENENV_DRAIN_TIMEOUT_MS", process.env["OPENENV_DRAIN_TIMEOUT_MS"]) ??
    0;
  const member = ProcessMember.current();
  const options: ServeOptions = {
    port: member?.port ?? portNumber("--port", flags.port) ?? portNumber("PORT", process.env["PORT"]),
    hostname: flags.host ?? (process.env["HOST"] || undefined),
    maxConcurrentEnvs: wholeNumber("--max-concurrent-envs", flags["max-concurrent-envs"]),
    mode: flags.mode as ServerMode | undefined,
    execution: flags.execution as "inline" | "worker" | undefined,
    logger: loggerFromVariables(process.env, "warn"),
    ...(member !== undefined && { slots: member, reusePort: true }),
  };
  const workers = workersOf(flags.workers) ?? workersOf(process.env["WORKERS"], "WORKERS") ?? 1;
  if (workers > 1 && member === undefined) {
    await lead(definition, options, workers);
    return;
  }
  const served = await serve(definition, options);
  if (member === undefined) process.stdout.write(`serving ${definition.spec.manifest.name} on ${served.url}\n`);
  else member.listening();
  await (member === undefined ? terminationSignal() : member.drained);
  if (drainTimeoutMs > 0) await served.server.drain(drainTimeoutMs);
  await served.close();
  member?.leave();
  // A timer of the runtime may be left: Deno keeps the one of `idleTimeout` of every socket that broke.
  setTimeout(() => process.exit(), EXIT_GRACE_MS).unref();
}

/** Serves by several processes, until a signal. */
async function lead<T extends EnvTypes>(
  definition: EnvironmentDefinition<T>,
  options: ServeOptions,
  size: number,
): Promise<void> {
  const { manifest } = definition.spec;
  // What is wrong with the settings is said once, before there is any process.
  const { maxSessions, logger } = resolveSettings(options, manifest);
  refuseUnsupportedConcurrency(definition, maxSessions);
  const { port, hostname } = listenAddress(options, manifest);
  const claimed = await claimPort(port, hostname);
  const group = await ProcessGroup.start({ size, port: claimed, maxSessions, logger });
  process.stdout.write(`serving ${manifest.name} on ${serverUrl(hostname, claimed)}\n`);
  await terminationSignal();
  await group.stop();
}

function workersOf(text: string | undefined, name = "--workers"): number | undefined {
  const workers = wholeNumber(name, text);
  if (workers === undefined || workers >= 1) return workers;
  throw new InvalidArgumentError(name, `${name} is ${workers}. It must be 1 or more.`);
}

function readFlags(argv: readonly string[]) {
  try {
    return parseArgs({
      args: argv.map(joinNegative(argv)).filter((flag) => flag !== undefined),
      options: {
        port: { type: "string" },
        host: { type: "string" },
        "max-concurrent-envs": { type: "string" },
        mode: { type: "string" },
        workers: { type: "string" },
        execution: { type: "string" },
        "drain-timeout-ms": { type: "string" },
        help: { type: "boolean" },
      },
    }).values;
  } catch (error) {
    throw new InvalidArgumentError("argv", `${(error as Error).message}\n${USAGE}`, { cause: error });
  }
}

/** `--max-concurrent-envs -1`: `parseArgs` takes the −1 for a flag unless it stands behind an equals sign. */
function joinNegative(argv: readonly string[]): (flag: string, index: number) => string | undefined {
  return (flag, index) => {
    if (/^-\d+$/.test(flag) && argv[index - 1]?.startsWith("--")) return undefined;
    const next = argv[index + 1];
    return flag.startsWith("--") && next !== undefined && /^-\d+$/.test(next) ? `${flag}=${next}` : flag;
  };
}

function portNumber(name: string, text: string | undefined): number | undefined {
  const port = wholeNumber(name, text);
  if (port === undefined || (port >= 0 && port <= 65_535)) return port;
  throw new InvalidArgumentError(name, `${name} is ${port}. It must be from 0 to 65535.`);
}

function duration(name: string, text: string | undefined): number | undefined {
  const ms = wholeNumber(name, text);
  if (ms === undefined || ms >= 0) return ms === undefined ? undefined : Math.min(ms, LONGEST_TIMER_MS);
  throw new InvalidArgumentError(name, `${name} is ${ms}. It must be 0 or more, in milliseconds.`);
}

function wholeNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined || text === "") return undefined;
  if (/^-?\d+$/.test(text)) return Number(text);
  throw new InvalidArgumentError(name, `${name} is "${text}". It must be a whole number.`);
}

function terminationSignal(): Promise<void> {
  return new Promise((resolve) => {
    const stop = (): void => {
      process.off("SIGTERM", stop);
      process.off("SIGINT", stop);
      resolve();
    };
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
  });
}
