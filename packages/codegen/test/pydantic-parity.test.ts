/** What a generated server publishes is what Python publishes for the same model (PROTOCOL §8.2). */
import { describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DiagnosticLog } from "../src/diagnostics/diagnostic.ts";
import { publishedSchemas } from "../src/emit/json-schema-file.ts";
import type { Json, JsonObject } from "../src/json/json.ts";
import { isJsonArray, isJsonObject, jsonObject } from "../src/json/json.ts";
import { fieldTitle } from "../src/publish/field-title.ts";
import { readEnvironment, type EnvironmentSource } from "../src/read/read-environment.ts";
import { twins } from "./fixtures/pydantic/twins.ts";
import { publishedEnvironments } from "./support/corpus.ts";
import { readTwin } from "./support/plans.ts";

type Published = Readonly<Record<string, JsonObject>>;
const fixtures = join(import.meta.dirname, "fixtures/pydantic");
const python = process.env["OPENENV_PYTHON"] ?? "";
const hasPython = existsSync(python);

describe.each(Object.entries(twins))("the zod twin of %s", (name, schema) => {
  const recorded = JSON.parse(readFileSync(join(fixtures, `${name}.schema.json`), "utf8")) as Published;
  const published = publishedSchemas(readTwin(schema));

  test.each(["action", "observation", "state"] as const)("publishes Python's %s", (part) => {
    expect(withoutProse(published[part])).toEqual(withoutProse(recorded[part] ?? null));
  });
});

describe.each(publishedEnvironments())("the published schemas of $name", ({ name, schemas }) => {
  const env = readEnvironment(sourceOf(name, schemas), new DiagnosticLog());
  const published = publishedSchemas(env);

  test.each(["action", "observation", "state"] as const)("come out of the generator as they went in: %s", (part) => {
    expect(withoutProse(published[part])).toEqual(withoutProse(schemas[part]));
  });
});

test.skipIf(!hasPython)("field titles are those of Python (needs OPENENV_PYTHON)", () => {
  const names = [
    "image_base64",
    "openURL",
    "x2y",
    "_a_b_",
    "größe_m",
    "it's",
    "ñandú",
    "a1b2",
    "URL",
    "日本_x",
    "éa",
    "3d",
  ];
  const script =
    "import sys,json; print(json.dumps([n.title().replace('_',' ').strip() for n in json.load(sys.stdin)]))";
  const { stdout } = spawnSync(python, ["-c", script], { input: JSON.stringify(names), encoding: "utf8" });
  expect(names.map(fieldTitle)).toEqual(JSON.parse(stdout) as string[]);
});

test.skipIf(!hasPython)(
  "the twins publish what the installed openenv does (needs OPENENV_PYTHON)",
  () => {
    const { stdout, stderr } = spawnSync(python, [join(fixtures, "publish.py")], { encoding: "utf8" });
    const now = JSON.parse(stdout || JSON.stringify(stderr)) as Record<string, Published>;
    for (const [name, schema] of Object.entries(twins)) {
      const published = publishedSchemas(readTwin(schema));
      for (const part of ["action", "observation", "state"] as const) {
        expect(withoutProse(published[part])).toEqual(withoutProse(now[name]?.[part] ?? null));
      }
    }
  },
  // Python imports half a web framework first.
  180_000,
);

function sourceOf(
  name: string,
  schemas: Readonly<Record<"action" | "observation" | "state", Json>>,
): EnvironmentSource {
  return {
    name,
    version: "1.0.0",
    description: "",
    port: undefined,
    maxConcurrentEnvs: undefined,
    origin: name,
    ...schemas,
    reset: { type: "object", additionalProperties: false },
    order: "canonical",
    published: true,
  };
}

/** Descriptions are prose: each side has its own. A property of that name is not one. */
function withoutProse(value: Json): Json {
  if (isJsonArray(value)) return value.map(withoutProse);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([key, item]) => key !== "description" || typeof item !== "string");
  return jsonObject(entries.map(([key, item]) => [key, withoutProse(item)] as const));
}
