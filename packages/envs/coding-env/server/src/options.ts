/**
 * The settings of a coding environment: what its author may say, what the variables of a served one may say, and what
 * holds when nobody says anything.
 */
import { InvalidArgumentError } from "@openenv/core";
import type { ContainerProcessOptions } from "@openenv/core/providers";
import type { Language } from "./sandbox/messages.ts";
import type { CodeTransform } from "./transform/code-transform.ts";

/** How far a sandbox is kept from the server's process. See SECURITY.md. */
export type Isolation = "worker" | "process" | "container";

export interface PoolOptions {
  /** Interpreters that stand ready beside those in use. Default 1. Variable `CODING_POOL_MIN`. */
  readonly min?: number | undefined;
  /** Interpreters in all, those in use included. Default 32. Variable `CODING_POOL_MAX`. */
  readonly max?: number | undefined;
}

export interface CodingOptions {
  /** Languages that are served. Default both. Without Python an interpreter takes a few MB. */
  readonly languages?: readonly Language[] | undefined;
  /**
   * Where guest code runs. Default `worker`: a thread on Node; on Bun and Deno, which cannot end a thread that loops in
   * WebAssembly, a process. Variable `CODING_ISOLATION`.
   */
  readonly isolation?: Isolation | undefined;
  /**
   * For isolation `container`: how each container is started. The image is this environment's own, as
   * `openenv build` makes it; default: variable `CODING_CONTAINER_IMAGE`.
   */
  readonly container?: ContainerProcessOptions | undefined;
  readonly pool?: PoolOptions | undefined;
  /** Wall-clock limit of a step. Default 10,000. Variable `CODING_STEP_TIMEOUT_MS`. */
  readonly stepTimeoutMs?: number | undefined;
  /** How long a reset waits for an interpreter before it fails. Default 60,000. Variable `CODING_ACQUIRE_TIMEOUT_MS`. */
  readonly acquireTimeoutMs?: number | undefined;
  /** Most memory of an interpreter. Default 256 MiB, at least 64. Variable `CODING_MEMORY_MB`. */
  readonly memoryBytes?: number | undefined;
  /** Most that the files of a session may hold; they are kept in memory. Default 64 MiB. */
  readonly fileBytes?: number | undefined;
  /** Most bytes of each of stdout and stderr in one observation; the rest is left out. Default 256 KiB. */
  readonly outputBytes?: number | undefined;
  /** Wheels for Python, such as numpy's, as paths of files or of folders with some. Default: those beside pyodide. */
  readonly wheels?: readonly string[] | undefined;
  /** What gives the reward. Default: the original's checks for safety and quality. */
  readonly transform?: CodeTransform | undefined;
  /** Told what the pool is doing, one line each. Default: nobody. */
  readonly log?: ((line: string) => void) | undefined;
}

/** All settings, checked. */
export interface CodingSettings {
  readonly languages: readonly Language[];
  readonly isolation: Isolation;
  readonly container: ContainerProcessOptions;
  readonly pool: { readonly min: number; readonly max: number };
  readonly stepTimeoutMs: number;
  readonly acquireTimeoutMs: number;
  readonly memoryBytes: number;
  readonly fileBytes: number;
  readonly outputBytes: number;
}

const MIB = 1 << 20;
const LONGEST_MS = 2 ** 31 - 1;

type Variables = Readonly<Record<string, string | undefined>>;

/** @throws InvalidArgumentError naming the option or the variable */
export function resolveOptions(options: CodingOptions, variables: Variables): CodingSettings {
  const read = (name: string, given: number | undefined, variable: string, scale = 1): number | undefined =>
    given ?? fromVariable(name, variables[variable], variable, scale);
  const min = whole("pool.min", read("pool.min", options.pool?.min, "CODING_POOL_MIN") ?? 1, 0, 1000);
  const memory = read("memoryBytes", options.memoryBytes, "CODING_MEMORY_MB", MIB);
  return {
    languages: languages(options.languages ?? ["python", "javascript"]),
    isolation: isolation(options.isolation ?? variables["CODING_ISOLATION"] ?? "worker"),
    container: { image: variables["CODING_CONTAINER_IMAGE"], ...options.container },
    pool: {
      min,
      max: whole("pool.max", read("pool.max", options.pool?.max, "CODING_POOL_MAX") ?? 32, Math.max(1, min), 10_000),
    },
    stepTimeoutMs: whole(
      "stepTimeoutMs",
      read("stepTimeoutMs", options.stepTimeoutMs, "CODING_STEP_TIMEOUT_MS") ?? 10_000,
      1,
      LONGEST_MS,
    ),
    acquireTimeoutMs: whole(
      "acquireTimeoutMs",
      read("acquireTimeoutMs", options.acquireTimeoutMs, "CODING_ACQUIRE_TIMEOUT_MS") ?? 60_000,
      1,
      LONGEST_MS,
    ),
    memoryBytes: whole("memoryBytes", memory ?? 256 * MIB, 64 * MIB, 4096 * MIB),
    fileBytes: whole("fileBytes", options.fileBytes ?? 64 * MIB, 0, 2048 * MIB),
    outputBytes: whole("outputBytes", options.outputBytes ?? 256 * 1024, 1, 64 * MIB),
  };
}

function fromVariable(name: string, text: string | undefined, variable: string, scale: number): number | undefined {
  if (text === undefined || text === "") return undefined;
  if (/^\d+$/.test(text)) return Number(text) * scale;
  throw new InvalidArgumentError(variable, `${variable} is "${text}". It must be a whole number; it sets ${name}.`);
}

function whole(name: string, value: number, least: number, most: number): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new InvalidArgumentError(name, `${name} is ${value}. It must be a whole number from ${least} to ${most}.`);
}

function languages(given: readonly Language[]): readonly Language[] {
  const known: readonly string[] = ["python", "javascript"];
  if (given.length > 0 && given.every((language) => known.includes(language))) return given;
  throw new InvalidArgumentError("languages", `languages must name one or both of ${known.join(" and ")}.`);
}

function isolation(given: string): Isolation {
  if (given === "worker" || given === "process" || given === "container") return given;
  throw new InvalidArgumentError("isolation", `isolation is "${given}". It must be worker, process or container.`);
}
