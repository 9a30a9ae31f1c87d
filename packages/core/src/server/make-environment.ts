/**
 * Makes an environment from whatever factory an author gave.
 */
import { FactoryError } from "../errors/wire-errors.ts";
import { errorMessage } from "../protocol/server-message.ts";
import { envNames } from "../schema/names.ts";
import type { EnvTypes, MaybePromise } from "../types.ts";
import type { EnvironmentDefinition } from "./definition.ts";
import type { Environment, SessionContext } from "./environment.ts";

/**
 * Calls the factory.
 *
 * @throws FactoryError, or rejects with it, when the factory fails or gives something that is no environment
 */
export function makeEnvironment(
  definition: EnvironmentDefinition,
  context: SessionContext,
): Environment<EnvTypes> | Promise<Environment<EnvTypes>> {
  const name = factoryName(definition);
  const fail = (error: unknown): never => {
    const message = `The environment could not be made by ${name}: ${errorMessage(error)}`;
    throw new FactoryError(message, name, { cause: error });
  };
  let made: MaybePromise<Environment<EnvTypes>>;
  try {
    made = call(definition.factory, context);
  } catch (error) {
    return fail(error);
  }
  if ("then" in made) return Promise.resolve(made).then((environment) => checked(environment, name), fail);
  return checked(made, name);
}

/** What an error about the factory calls it: its own name, else the name of the environment's class. */
function factoryName({ factory, spec }: EnvironmentDefinition): string {
  return factory.name || `${envNames(spec.manifest.name).prefix}Environment`;
}

function call(factory: EnvironmentDefinition["factory"], context: SessionContext): MaybePromise<Environment<EnvTypes>> {
  if (isClass(factory)) return new factory(context);
  const made = factory(context);
  if (typeof made === "object" && made !== null) return made;
  throw new TypeError(`it gave ${String(made)} instead of an environment`);
}

function isClass(
  factory: EnvironmentDefinition["factory"],
): factory is new (context: SessionContext) => Environment<EnvTypes> {
  return /^class\b/.test(Function.prototype.toString.call(factory));
}

function checked(environment: Environment<EnvTypes>, name: string): Environment<EnvTypes> {
  for (const method of ["reset", "step"] as const) {
    if (typeof environment?.[method] === "function") continue;
    throw new FactoryError(`${name} gave an object without ${method}(): that is no environment.`, name);
  }
  return environment;
}
