/**
 * Everything that generated files import. Only the versioned entries of core, and zod: core may change behind them
 * without anything being generated anew.
 */
import { importType, importValue } from "../print/generated-file.ts";
import type { ImportedSymbol } from "../print/printable.ts";

const CLIENT = "@openenv/core/codegen/v1";
const SERVER = "@openenv/core/codegen/v1/server";

export const zod: ImportedSymbol = importValue("z", "zod");

type CoreType = "BaseState" | "ClientOptions" | "EnvManifest" | "EnvSpec" | "EnvTypes" | "JsonObject";
type CoreValue = "EnvClient" | Validator;
/** Validators that zod lacks. */
type Validator =
  | "bigInteger"
  | "itemCount"
  | "maxCodePoints"
  | "minCodePoints"
  | "not"
  | "ownMembers"
  | "patternProperties"
  | "propertyCount"
  | "uniqueItems";
type ServerType = "EnvironmentDefinition" | "EnvironmentFactory" | "EnvironmentOptions";

/** A type of the entry for clients and validators. */
export function coreType(name: CoreType): ImportedSymbol {
  return importType(name, CLIENT);
}

/** A value of the entry for clients and validators. */
export function coreValue(name: CoreValue): ImportedSymbol {
  return importValue(name, CLIENT);
}

/** A type of the entry for servers. */
export function serverType(name: ServerType): ImportedSymbol {
  return importType(name, SERVER);
}

export const defineEnvironment: ImportedSymbol = importValue("defineEnvironment", SERVER);
