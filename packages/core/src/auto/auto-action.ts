/**
 * Actions of an environment by its name alone.
 */
import type { JsonObject } from "../types.ts";
import { findEnvironment } from "./installed-environments.ts";
import { installedModule } from "./installed-module.ts";

/** Checks the members of an action, and fills in defaults. @throws an error of zod for what does not fit */
export type ActionMaker<Action extends object> = (members: Partial<Action> & object) => Action;

interface Validator {
  parse(value: unknown): unknown;
}

/**
 * Finds what makes an environment's actions. An action is a plain object, so this is only a check: without an installed
 * package every object passes, as with `GenericEnvClient`.
 */
export const AutoAction: {
  /**
   * `AutoAction.fromEnv<EchoAction>("echo")` with a type-only import of the client package; the names are those of
   * `AutoEnv`.
   */
  fromEnv<Action extends object = JsonObject>(
    name: string,
    options?: { readonly cwd?: string | undefined },
  ): Promise<ActionMaker<Action>>;
} = {
  async fromEnv<Action extends object>(
    name: string,
    { cwd }: { readonly cwd?: string | undefined } = {},
  ): Promise<ActionMaker<Action>> {
    const client = findEnvironment(name, cwd)?.client;
    if (client === undefined) return (members) => members as Action;
    const { Action } = (await installedModule(client, "./schema")) as { readonly Action: Validator };
    return (members) => Action.parse(members) as Action;
  },
};
