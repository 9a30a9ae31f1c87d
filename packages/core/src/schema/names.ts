/**
 * The one table of names: `echo_env` (manifest, wire) ↔ `echo-env` (folder, package) ↔ `EchoEnv`, `EchoAction`, …
 * (types, titles in `/schema`).
 */
import { InvalidArgumentError } from "../errors/local-errors.ts";

/** All names of one environment. */
export interface EnvNames {
  /** `echo_env`: manifest, task routes, `/list_environments`. */
  readonly wire: string;
  /** `echo-env`: folder, npm package. */
  readonly slug: string;
  /** `Echo`: what every type name starts with. */
  readonly prefix: string;
  /** `echo`: what every value name starts with. */
  readonly valuePrefix: string;
  /** `EchoEnv`: the client class. */
  readonly client: string;
  readonly action: string;
  readonly observation: string;
  readonly state: string;
  /** `echoServer`: what the server package exports. */
  readonly server: string;
  /** `defineEchoEnvironment`: what an author calls. */
  readonly define: string;
}

const NAME = /^[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*$/;

/**
 * Derives all names from any spelling of one. A name without `_env` at its end keeps its wire form (`grid_world`),
 * as manifests in the wild do, and gets the same type names as one with it (`GridWorldEnv`).
 *
 * @param name snake_case or kebab-case: lower-case letters and digits, starting with a letter
 * @throws InvalidArgumentError for anything else
 */
export function envNames(name: string): EnvNames {
  if (!NAME.test(name)) {
    throw new InvalidArgumentError(
      "name",
      `"${name}" is not an environment name. Use lower-case words joined by "_", such as "echo_env".`,
    );
  }
  const words = name.split(/[_-]/);
  const stem = words.length > 1 && words.at(-1) === "env" ? words.slice(0, -1) : words;
  const prefix = stem.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  const valuePrefix = prefix.charAt(0).toLowerCase() + prefix.slice(1);
  return {
    wire: words.join("_"),
    slug: words.join("-"),
    prefix,
    valuePrefix,
    client: `${prefix}Env`,
    action: `${prefix}Action`,
    observation: `${prefix}Observation`,
    state: `${prefix}State`,
    server: `${valuePrefix}Server`,
    define: `define${prefix}Environment`,
  };
}
