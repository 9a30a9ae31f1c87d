/** The schema corpus, and what it says about each schema. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseJson } from "@openenv/core/protocol";
import type { Json } from "../../src/json/json.ts";

const folder = join(import.meta.dirname, "../corpus");

export interface CorpusSchema {
  readonly name: string;
  readonly schema: Json;
  readonly cases: CorpusCases;
}

export interface CorpusCases {
  readonly valid?: readonly Json[];
  readonly invalid?: readonly Json[];
  readonly why?: readonly string[];
  readonly valid_lossless?: readonly Json[];
  readonly invalid_lossless?: readonly Json[];
  readonly defaults?: Json;
}

interface EnvironmentCases {
  readonly models?: Readonly<Record<string, CorpusCases>>;
  readonly tools?: Readonly<Record<string, CorpusCases>>;
}

/** Schemas written for the corpus, each around one construct. */
export function edgeSchemas(): CorpusSchema[] {
  return namesOf("edge", ".schema.json").map((name) => ({
    name,
    schema: read(`edge/${name}.schema.json`) as Json,
    cases: read(`edge/${name}.cases.json`) as CorpusCases,
  }));
}

/** The models and tools of real environments. */
export function modelSchemas(): CorpusSchema[] {
  const models = namesOf("envs", ".models.json").flatMap((env) => {
    const file = read(`envs/${env}.models.json`) as { models: Record<string, { validation: Json }> };
    const cases = (read(`envs/${env}.cases.json`) as EnvironmentCases).models ?? {};
    return Object.entries(file.models).map(([name, { validation }]) => {
      return { name: `${env}.${name}`, schema: validation, cases: cases[name] ?? {} };
    });
  });
  const tools = namesOf("envs", ".tools.json").flatMap((env) => {
    const file = read(`envs/${env}.tools.json`) as Record<string, Json>;
    const cases = (read(`envs/${env}.cases.json`) as EnvironmentCases).tools ?? {};
    return Object.entries(file).map(([name, schema]) => {
      return { name: `${env}.tool.${name}`, schema, cases: cases[name] ?? {} };
    });
  });
  return [...models, ...tools];
}

/** What servers of real environments answer on `/schema`. */
export function publishedEnvironments(): {
  name: string;
  schemas: Readonly<Record<"action" | "observation" | "state", Json>>;
}[] {
  return namesOf("envs", ".schema.json").map((name) => {
    const schemas = read(`envs/${name}.schema.json`) as Record<"action" | "observation" | "state", Json>;
    return { name, schemas };
  });
}

function namesOf(group: string, ending: string): string[] {
  return readdirSync(join(folder, group))
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length))
    .toSorted();
}

function read(path: string): unknown {
  return parseJson(readFileSync(join(folder, path), "utf8"));
}
