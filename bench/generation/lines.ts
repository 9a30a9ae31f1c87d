/** The first control: packages as an array of lines that are joined. */
import { PARTS, type BenchEnvironment } from "./environments.ts";
import { membersOf, typeOf, validatorOf } from "./expressions.ts";
import { otherFiles, prefixOf, writeAll, type TextFile } from "./files.ts";
import { runGeneration } from "./run-generation.ts";

await runGeneration(generate, writeAll);

function generate(env: BenchEnvironment): TextFile[] {
  const prefix = prefixOf(env.name);
  const named = PARTS.map((part) => ({ schema: env[part], name: prefix + part[0]?.toUpperCase() + part.slice(1) }));
  const types: string[] = [];
  const validators = ['import { z } from "zod";', ""];
  const schemas: string[] = [];
  for (const { name, schema } of named) {
    types.push(`export interface ${name} {`);
    for (const member of membersOf(schema)) {
      const description = member.schema["description"];
      if (typeof description === "string") types.push(`  /** ${description} */`);
      types.push(`  ${JSON.stringify(member.name)}${member.required ? "" : "?"}: ${typeOf(member.schema, schema)};`);
    }
    types.push("}", "");
    validators.push(`export const ${name}Schema = ${validatorOf(schema, schema)};`, "");
    schemas.push(`export const ${name}JsonSchema = ${JSON.stringify(schema, undefined, 2)};`, "");
  }
  const list = named.map(({ name }) => name).join(", ");
  const code: Record<string, string[]> = {
    "client/src/gen/types.ts": types,
    "client/src/gen/schema.ts": validators,
    "client/src/gen/json-schema.ts": schemas,
    "client/src/gen/manifest.ts": [`export const manifest = { name: "${env.name}", version: "1.0.0" };`],
    "client/src/gen/spec.ts": ['import { manifest } from "./manifest.ts";', "", "export const spec = { manifest };"],
    "client/src/gen/client.ts": [
      'import { EnvClient } from "@openenv/core/codegen/v1";',
      `export class ${prefix}Env extends EnvClient {}`,
    ],
    "client/src/gen/index.ts": [`export type { ${list} } from "./types.ts";`, 'export * from "./client.ts";'],
    "server/src/gen/define.ts": [`export function define${prefix}Environment(factory) {`, "  return factory;", "}"],
    "server/src/gen/index.ts": ['export * from "./define.ts";'],
  };
  const files = Object.entries(code).map(([path, lines]) => ({ path, content: `${lines.join("\n")}\n` }));
  return [...files, ...otherFiles(env)];
}
