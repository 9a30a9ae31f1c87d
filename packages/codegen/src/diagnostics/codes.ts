/**
 * All diagnostics, as data: docs/codegen.md lists them from here, and every code has a fixture in the tests. A code is
 * never given another meaning.
 */
export interface DiagnosticKind {
  /** An error makes the command fail; what it stands in is not printed wrongly but not at all. */
  readonly severity: "error" | "warning";
  readonly title: string;
  readonly hint: string;
}

export type DiagnosticCode =
  | "OE1001"
  | "OE1002"
  | "OE1003"
  | "OE1004"
  | "OE1005"
  | "OE1006"
  | "OE1007"
  | "OE1008"
  | "OE1009"
  | "OE1010"
  | "OE1011"
  | "OE1012"
  | "OE1013"
  | "OE1014"
  | "OE1015"
  | "OE1016"
  | "OE1017"
  | "OE1018"
  | "OE1019"
  | "OE1020";

export const diagnosticKinds: Readonly<Record<DiagnosticCode, DiagnosticKind>> = {
  OE1001: {
    severity: "error",
    title: "A reference leads nowhere",
    hint: "Give the definition it names, or correct the JSON pointer.",
  },
  OE1002: {
    severity: "error",
    title: "A reference leads to another document",
    hint: "Bundle the schemas into one document first.",
  },
  OE1003: {
    severity: "error",
    title: "A keyword that changes what is valid cannot be expressed",
    hint: "Say it with properties, unions and constraints, or check it in the environment.",
  },
  OE1004: {
    severity: "warning",
    title: "A pattern is not a regular expression that JavaScript understands, so it is not checked",
    hint: "Use the syntax of ECMAScript, without `(?P<name>…)`, `\\A` or `\\Z`.",
  },
  OE1005: {
    severity: "error",
    title: "A zod type has no form in JSON",
    hint: "Use what goes over the wire: `z.iso.datetime()` for dates, arrays for sets, objects or records for maps.",
  },
  OE1006: {
    severity: "error",
    title: "A transform cannot be carried over the wire",
    hint: "Describe the value as it is sent, and transform it in the environment.",
  },
  OE1007: {
    severity: "warning",
    title: "A refinement is code, so generated validators do not check it",
    hint: "Say it with constraints that JSON Schema has, or check it in the environment.",
  },
  OE1008: {
    severity: "warning",
    title: "A schema that changes or repairs values is generated as one that only checks them",
    hint: "Remove `coerce`, `catch`, `trim` and the like, and do it in the environment.",
  },
  OE1009: {
    severity: "error",
    title: "Actions, observations, states and reset parameters are objects",
    hint: "Use an object, or a union of objects.",
  },
  OE1010: {
    severity: "warning",
    title: "A field is named like one that every environment has",
    hint: "`reward`, `done`, `metadata`, `episode_id`, `step_count` and `seed` come with the base: leave them out.",
  },
  OE1011: {
    severity: "error",
    title: "The manifest and the schema disagree about the name",
    hint: "Give both the same name, such as `echo_env`.",
  },
  OE1012: {
    severity: "warning",
    title: "Two different models have one name, so one of them is renamed",
    hint: "Give each its own `title`, or its own `.meta({ id })`.",
  },
  OE1013: {
    severity: "error",
    title: "The schema file cannot be used",
    hint: "`schema.ts` exports what `defineSchema` returns as its default export.",
  },
  OE1014: {
    severity: "error",
    title: "The manifest cannot be used",
    hint: "`openenv.yaml` is a mapping with a `name`; see docs/codegen.md.",
  },
  OE1015: {
    severity: "warning",
    title: "A default does not fit its own schema, so it is not applied",
    hint: "Correct the default, or the type that it is a value of.",
  },
  OE1016: {
    severity: "warning",
    title: "A keyword of another schema language is ignored",
    hint: "JSON Schema says `null` with a type, and constants with `const`.",
  },
  OE1017: {
    severity: "error",
    title: "A schema is not an object or a boolean",
    hint: "See json-schema.org for what can stand there.",
  },
  OE1018: {
    severity: "error",
    title: "A schema document cannot be read",
    hint: "Name a JSON file, or the address of a running server, whose `/schema` is an object with `action` and `observation`.",
  },
  OE1019: {
    severity: "warning",
    title: "A constraint is not checked by the Python package, only by the server",
    hint: "Say it without properties of Unicode, looking behind, and fractions that an integer is a multiple of.",
  },
  OE1020: {
    severity: "warning",
    title: "The doc comments of a schema file are not carried over",
    hint: "Install the optional package `ts-morph`, or say it with `.describe()`.",
  },
};
