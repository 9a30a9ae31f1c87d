/**
 * An environment as a server takes it: its spec and its behaviour. Immutable; one definition may be served many times.
 */
import { InvalidArgumentError } from "../errors/local-errors.ts";
import { checkToolName } from "../schema/tool-names.ts";
import type { EnvSpec, EnvTypes } from "../types.ts";
import type { EnvironmentFactory, EnvironmentOptions } from "./environment.ts";

/** What `define…Environment` gives and `serve` takes. */
export interface EnvironmentDefinition<T extends EnvTypes = EnvTypes> {
  readonly spec: EnvSpec<T>;
  readonly factory: EnvironmentFactory<T>;
  readonly options: EnvironmentOptions;
}

/**
 * Joins a spec and a factory.
 *
 * @throws InvalidArgumentError when `factory` is an instance instead of a class or function, and for a tool with a
 *   name that tools cannot have
 */
export function defineEnvironment<T extends EnvTypes>(
  spec: EnvSpec<T>,
  factory: EnvironmentFactory<T>,
  options: EnvironmentOptions = {},
): EnvironmentDefinition<T> {
  if (typeof factory !== "function") {
    throw new InvalidArgumentError(
      "factory",
      "An environment is made anew for each session: pass a class or a function that returns one, not an instance.",
    );
  }
  for (const { name } of spec.manifest.tools ?? []) checkToolName(name);
  return Object.freeze({ spec, factory, options });
}

/** @throws InvalidArgumentError for more sessions than an environment says it can have */
export function refuseUnsupportedConcurrency({ spec, options }: EnvironmentDefinition, maxSessions: number): void {
  if (options.supportsConcurrentSessions !== false || maxSessions === 1) return;
  throw new InvalidArgumentError(
    "maxConcurrentEnvs",
    `${spec.manifest.name} does not support concurrent sessions (supportsConcurrentSessions is false), but up to ` +
      `${maxSessions} were asked for. Set maxConcurrentEnvs or MAX_CONCURRENT_ENVS to 1.`,
  );
}
