/** A validator by other hands: ajv, in the dialect that a schema names. */
import { Ajv, type Options } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { isJsonArray, isJsonObject, jsonObject, type Json } from "../../src/json/json.ts";
import { toRegExp } from "../../src/print/regular-expression.ts";

/** Keywords that ajv knows beyond JSON Schema: here they are as unknown as any other (OE1016). */
const FOREIGN: ReadonlySet<string> = new Set(["nullable", "discriminator"]);
const SCHEMAS_BY_NAME: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs", "definitions"]);
const DATA: ReadonlySet<string> = new Set(["const", "default", "enum", "examples"]);

const options: Options = {
  strict: false,
  validateFormats: false,
  validateSchema: false,
  ownProperties: true,
  // At the first error only, ajv 8 takes a missing property called "" for one that is there.
  allErrors: true,
  logger: false,
};

/** What decides whether a value fits the schema. Formats are annotations. */
export function independentValidator(schema: Json): (value: Json) => boolean {
  const dialect = isJsonObject(schema) ? schema["$schema"] : undefined;
  const isOld = typeof dialect === "string" && dialect.includes("draft-07");
  const validate = (isOld ? new Ajv(options) : new Ajv2020(options)).compile(forAjv(schema) as object);
  return (value) => validate(value);
}

/** The schema without what ajv takes for more than it is, and without patterns that no JavaScript can read (OE1004). */
function forAjv(schema: Json): Json {
  if (isJsonArray(schema)) return schema.map(forAjv);
  // ajv counts with numbers.
  if (typeof schema === "bigint") return Number(schema);
  if (!isJsonObject(schema)) return schema;
  const entries = Object.entries(schema).filter(([keyword, value]) => {
    if (keyword === "pattern" && typeof value === "string") return toRegExp(value) !== undefined;
    return !FOREIGN.has(keyword);
  });
  return jsonObject(
    entries.map(([keyword, value]): [string, Json] => {
      if (DATA.has(keyword)) return [keyword, value];
      if (!SCHEMAS_BY_NAME.has(keyword) || !isJsonObject(value)) return [keyword, forAjv(value)];
      return [keyword, jsonObject(Object.entries(value).map(([name, item]) => [name, forAjv(item)] as const))];
    }),
  );
}
