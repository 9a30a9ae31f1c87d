/**
 * Emits `json-schema.ts`: what the environment publishes on `/schema`.
 */
import type { EnvironmentIr } from "../ir/environment.ts";
import type { JsonObject } from "../json/json.ts";
import { docComment } from "../print/doc-comment.ts";
import type { GeneratedFile } from "../print/generated-file.ts";
import { jsonLiteral } from "../print/literal.ts";
import { assignment } from "../print/syntax.ts";
import { callToolObservation } from "../publish/call-tool-observation.ts";
import { publishedSchema } from "../publish/published-schema.ts";
import { coreType } from "./core-symbols.ts";
import { emitToolManifests } from "./tool-files.ts";

/** The three published schemas. */
export interface PublishedSchemas {
  readonly [part: string]: JsonObject;
  readonly action: JsonObject;
  readonly observation: JsonObject;
  readonly state: JsonObject;
}

export function publishedSchemas({ names, action, observation, state, toolsOnly }: EnvironmentIr): PublishedSchemas {
  // Python serves its base class where an environment declares no state of its own.
  const stateTitle = state.kind === "object" && state.properties.length === 0 ? "State" : names.state;
  return {
    action: publishedSchema(action, names.action),
    observation: toolsOnly ? callToolObservation() : publishedSchema(observation, names.observation),
    state: publishedSchema(state, stateTitle),
  };
}

export function emitJsonSchemas(file: GeneratedFile, env: EnvironmentIr, schemas: PublishedSchemas): void {
  const { valuePrefix } = env.names;
  for (const part of ["action", "observation", "state"] as const) {
    const name = file.declare(`${valuePrefix}${part.charAt(0).toUpperCase()}${part.slice(1)}JsonSchema`);
    const literal = jsonLiteral(schemas[part], isSpread);
    file.print(
      docComment(`The published schema of ${part}s.`),
      assignment(["export const ", name, ": ", coreType("JsonObject")], literal),
    );
  }
  emitToolManifests(file, env);
}

/** The levels that are always on lines of their own: the schema, its properties and definitions. */
function isSpread(path: readonly string[]): boolean {
  const last = path.at(-1);
  return path.length === 0 || last === "properties" || last === "$defs" || path.at(-2) === "$defs";
}
