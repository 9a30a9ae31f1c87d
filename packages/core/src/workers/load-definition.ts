/** Finds an environment in a module: what a worker does instead of being given it. */
import { InvalidArgumentError } from "../errors/local-errors.ts";
import { errorMessage } from "../protocol/server-message.ts";
import type { EnvironmentDefinition } from "../server/definition.ts";
import type { EnvironmentModule } from "../server/environment.ts";

const REMEDY =
  "A worker imports the environment: its module must be a URL that can be imported, as import.meta.url and " +
  "import.meta.resolve(name) give it, and its export the environment, or a function that makes it of the options.";

/**
 * @param name of the environment that should be there
 * @throws InvalidArgumentError when it is not
 */
export async function loadDefinition(source: EnvironmentModule, name: string): Promise<EnvironmentDefinition> {
  const { module, export: exported = "default", options } = source;
  let exports: Readonly<Record<string, unknown>>;
  try {
    exports = await import(/* @vite-ignore */ /* webpackIgnore: true */ module);
  } catch (error) {
    throw refusal(`${module} cannot be imported: ${errorMessage(error)}`, error);
  }
  const found = exports[exported];
  const definition: unknown =
    typeof found === "function" ? await (found as (options: unknown) => unknown)(options) : found;
  if (!isDefinition(definition)) throw refusal(`${exported} of ${module} is no environment.`);
  if (definition.spec.manifest.name !== name) {
    throw refusal(`${exported} of ${module} is ${definition.spec.manifest.name}, not ${name}.`);
  }
  return definition;
}

function refusal(what: string, cause?: unknown): InvalidArgumentError {
  return new InvalidArgumentError("execution", `${what} ${REMEDY}`, { cause });
}

function isDefinition(value: unknown): value is EnvironmentDefinition {
  return typeof value === "object" && value !== null && "spec" in value && "factory" in value && "options" in value;
}
