/** The second control: the same code by ts-morph, as a syntax tree that its formatter prints. */
import { IndentationText, Project, VariableDeclarationKind, type SourceFile } from "ts-morph";
import { PARTS, type BenchEnvironment } from "./environments.ts";
import { membersOf, typeOf, validatorOf } from "./expressions.ts";
import { otherFiles, prefixOf, writeAll, type TextFile } from "./files.ts";
import { runGeneration } from "./run-generation.ts";

await runGeneration(generate, writeAll);

function generate(env: BenchEnvironment): TextFile[] {
  const project = new Project({
    useInMemoryFileSystem: true,
    manipulationSettings: { indentationText: IndentationText.TwoSpaces },
  });
  const prefix = prefixOf(env.name);
  const named = PARTS.map((part) => ({ schema: env[part], name: prefix + part[0]?.toUpperCase() + part.slice(1) }));
  const file = (path: string): SourceFile => project.createSourceFile(path, "");
  const types = file("client/src/gen/types.ts");
  const validators = file("client/src/gen/schema.ts");
  const schemas = file("client/src/gen/json-schema.ts");
  validators.addImportDeclaration({ namedImports: ["z"], moduleSpecifier: "zod" });
  for (const { name, schema } of named) {
    types.addInterface({
      name,
      isExported: true,
      properties: membersOf(schema).map((member) => ({
        name: JSON.stringify(member.name),
        type: typeOf(member.schema, schema),
        hasQuestionToken: !member.required,
        docs: typeof member.schema["description"] === "string" ? [member.schema["description"]] : [],
      })),
    });
    constant(validators, `${name}Schema`, validatorOf(schema, schema));
    constant(schemas, `${name}JsonSchema`, JSON.stringify(schema, undefined, 2));
  }
  const manifest = file("client/src/gen/manifest.ts");
  constant(manifest, "manifest", `{ name: "${env.name}", version: "1.0.0" }`);
  const spec = file("client/src/gen/spec.ts");
  spec.addImportDeclaration({ namedImports: ["manifest"], moduleSpecifier: "./manifest.ts" });
  constant(spec, "spec", "{ manifest }");
  const client = file("client/src/gen/client.ts");
  client.addImportDeclaration({ namedImports: ["EnvClient"], moduleSpecifier: "@openenv/core/codegen/v1" });
  client.addClass({ name: `${prefix}Env`, isExported: true, extends: "EnvClient" });
  const index = file("client/src/gen/index.ts");
  const namedExports = named.map(({ name }) => name);
  index.addExportDeclaration({ isTypeOnly: true, namedExports, moduleSpecifier: "./types.ts" });
  index.addExportDeclaration({ moduleSpecifier: "./client.ts" });
  const define = file("server/src/gen/define.ts");
  const parameters = [{ name: "factory" }];
  define.addFunction({
    name: `define${prefix}Environment`,
    isExported: true,
    parameters,
    statements: "return factory;",
  });
  file("server/src/gen/index.ts").addExportDeclaration({ moduleSpecifier: "./define.ts" });
  const files = project.getSourceFiles().map((source) => {
    source.formatText();
    return { path: source.getFilePath().slice(1), content: source.getFullText() };
  });
  return [...files, ...otherFiles(env)];
}

function constant(file: SourceFile, name: string, initializer: string): void {
  file.addVariableStatement({
    declarationKind: VariableDeclarationKind.Const,
    isExported: true,
    declarations: [{ name, initializer }],
  });
}
