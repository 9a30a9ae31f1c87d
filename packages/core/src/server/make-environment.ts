/**
 * Makes an environment from whatever factory an author gave.
 */
import { FactoryError } from "../errors/wire-errors.ts";
import { errorMessage } from "../protocol/server-message.ts";
import { envNames } from "../schema/names.ts";
import type { MaybePromise } from "../types.ts";
import type { EnvironmentDefinition } from "./definition.ts";
import type { SessionContext } from "./environment.ts";
import type { HostableEnvironment, HostableFactory } from "./hostable-environment.ts";

/**
 * Calls the factory.
 *
 * @throws FactoryError, or rejects with it, when the factory fails or gives something that is no environment
 */
export function makeEnvironment(
  definition: EnvironmentDefinition,
  context: SessionContext,
): HostableEnvironment | Promise<HostableEnvironment> {
  const fail = (error: unknown): never => {
    const name = factoryName(definition);
    const message = `The environment could not be made by ${name}: ${errorMessage(error)}`;
    throw new FactoryError(message, name, { cause: error });
  };
  let made: MaybePromise<HostableEnvironment>;
  try {
    // Whatever its types are: what goes in and comes out is checked by its schemas.
    made = call(definition.factory as unknown as HostableFactory, context);
  } catch (error) {
    return fail(error);
  }
  if ("then" in made) return Promise.resolve(made).then((environment) => checked(environment, definition), fail);
  return checked(made, definition);
}

/** What an error about the factory calls it: its own name, else the name of the environment's class. */
function factoryName({ factory, spec }: EnvironmentDefinition): string {
  return factory.name || `${envNames(spec.manifest.name).prefix}Environment`;
}

function call(factory: HostableFactory, context: SessionContext): MaybePromise<HostableEnvironment> {
  if (isClass(factory)) return new factory(context);
  const made = factory(context);
  if (typeof made === "object" && made !== null) return made;
  throw new TypeError(`it gave ${String(made)} instead of an environment`);
}

/** Which factories are classes: the source that tells may be long, and there may be thousands of sessions. */
const classes = new WeakMap<HostableFactory, boolean>();

function isClass(factory: HostableFactory): factory is new (context: SessionContext) => HostableEnvironment {
  let known = classes.get(factory);
  if (known === undefined) {
    known = /^class\b/.test(Function.prototype.toString.call(factory));
    classes.set(factory, known);
  }
  return known;
}

function checked(environment: HostableEnvironment, definition: EnvironmentDefinition): HostableEnvironment {
  const { spec } = definition;
  for (const method of spec.manifest.toolsOnly === true ? (["reset"] as const) : (["reset", "step"] as const)) {
    if (typeof environment?.[method] === "function") continue;
    const name = factoryName(definition);
    throw new FactoryError(`${name} gave an object without ${method}(): that is no environment.`, name);
  }
  for (const tool of spec.manifest.tools ?? []) {
    if (hasHandler(environment.tools ?? {}, tool.name)) continue;
    const name = factoryName(definition);
    throw new FactoryError(`${name} gave an environment without the tool ${tool.name}, which its schema has.`, name);
  }
  return environment;
}

/** What every object inherits is no tool, so that one called `constructor` has to be there. */
function hasHandler(tools: object, name: string): boolean {
  const handler: unknown = Reflect.get(tools, name);
  return typeof handler === "function" && (Object.hasOwn(tools, name) || handler !== Reflect.get({}, name));
}
