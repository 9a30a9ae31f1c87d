/**
 * The variables of a Space, as `openenv.yaml` has them. They are public: secrets are set on the Space's page.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";

import { isObject } from "../support/is-object.ts";
import { CommandFailure } from "../terminal/failure.ts";

/** What the hub takes for a variable's name. */
const NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

/**
 * Every value is the text that is written: `yes`, `1.0` and `0x10` stay what they are.
 *
 * @throws CommandFailure for what is no mapping of names to single values
 */
export async function manifestVariables(environment: string): Promise<ReadonlyMap<string, string>> {
  const file = join(environment, "openenv.yaml");
  const manifest: unknown = parse(await readFile(file, "utf8"), { schema: "failsafe", logLevel: "error" });
  const variables = isObject(manifest) ? (manifest["variables"] ?? "") : "";
  if (variables === "") return new Map();
  if (!isObject(variables)) throw bad(file, "variables is no mapping of names to values");
  for (const [name, value] of Object.entries(variables)) {
    if (!NAME.test(name)) throw bad(file, `variables has ${JSON.stringify(name)}, and names are letters, digits and _`);
    if (typeof value !== "string") throw bad(file, `variables.${name} is no single value`);
  }
  return new Map(Object.entries(variables as Readonly<Record<string, string>>));
}

function bad(file: string, problem: string): CommandFailure {
  return new CommandFailure(`${file} cannot be used: ${problem}.`, {
    code: "BAD_MANIFEST",
    next: "Write variables as NAME: value, one a line.",
  });
}

/** Those that the Space does not have, or has otherwise. `there` is what the hub says: `{NAME: {value}}`. */
export function variablesToSet(wanted: ReadonlyMap<string, string>, there: unknown): ReadonlyMap<string, string> {
  const known = isObject(there) ? there : {};
  return new Map(
    [...wanted].filter(([name, value]) => {
      const own = Object.hasOwn(known, name) ? known[name] : undefined;
      return !isObject(own) || own["value"] !== value;
    }),
  );
}
