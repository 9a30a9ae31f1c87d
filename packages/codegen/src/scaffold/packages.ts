/**
 * What a new environment gets beside generated code: files that belong to its author from then on.
 */
import type { EnvironmentIr } from "../ir/environment.ts";
import { jsonObject, type JsonObject } from "../json/json.ts";
import type { PlannedFile } from "../plan/plan.ts";
import { packageJson } from "./package-json.ts";
import { clientReadme, serverReadme } from "./readme.ts";
import { tsconfigs } from "./tsconfig.ts";

/** The names of the two packages. */
export interface PackageNames {
  readonly client: string;
  readonly server: string;
}

const LICENSE = "BSD-3-Clause";
const ENGINES: JsonObject = { node: ">=20.19" };
const ZOD = "^4.6.0";
/** The release of core that generated code is for, where it is not one of the same workspace. */
const CORE = "^0.1.0";

/** @param workspace the way from the environment to the root of its workspace; `undefined` when it stands alone */
export function clientScaffold(
  env: EnvironmentIr,
  packages: PackageNames,
  workspace: string | undefined,
): PlannedFile[] {
  const gen = (name: string): JsonObject => entry(`gen/${name}`);
  const content: JsonObject = {
    name: packages.client,
    version: env.version,
    description: env.description,
    license: LICENSE,
    type: "module",
    sideEffects: false,
    engines: ENGINES,
    files: ["dist", "src"],
    openenv: { environment: env.names.wire, class: env.names.client, server: packages.server },
    exports: {
      ".": entry("index"),
      "./schema": gen("schema"),
      "./manifest": gen("manifest"),
      "./spec": gen("spec"),
      "./package.json": "./package.json",
    },
    scripts: scripts(),
    dependencies: { "@openenv/core": coreRange(workspace) },
    peerDependencies: { zod: ZOD },
    devDependencies: { zod: ZOD },
  };
  return [
    packageJson("client/package.json", content, [
      "name",
      "version",
      "type",
      "openenv",
      "exports",
      "dependencies",
      "peerDependencies",
    ]),
    scaffold("client/README.md", clientReadme(env, packages.client)),
    scaffold("client/src/index.ts", clientIndex(env)),
    ...tsconfigs("client", workspace),
  ];
}

/** @param workspace as for {@link clientScaffold} */
export function serverScaffold(
  env: EnvironmentIr,
  packages: PackageNames,
  workspace: string | undefined,
): PlannedFile[] {
  const { names } = env;
  const content: JsonObject = {
    name: packages.server,
    version: env.version,
    description: `${env.description === "" ? names.wire : env.description} (server)`,
    license: LICENSE,
    type: "module",
    engines: ENGINES,
    files: ["dist", "src"],
    bin: { [`${names.slug}-server`]: "./dist/main.js" },
    openenv: { environment: names.wire, definition: names.server, client: packages.client },
    exports: { ".": entry("index"), "./package.json": "./package.json" },
    scripts: scripts(),
    dependencies: jsonObject([
      ["@openenv/core", coreRange(workspace)],
      [packages.client, workspace === undefined ? "file:../client" : "workspace:^"],
      ["zod", ZOD],
    ]),
  };
  return [
    packageJson("server/package.json", content, [
      "name",
      "version",
      "type",
      "bin",
      "openenv",
      "exports",
      "dependencies",
    ]),
    scaffold("server/README.md", serverReadme(env, packages)),
    scaffold("server/src/environment.ts", environmentStub(env)),
    scaffold("server/src/index.ts", serverIndex(env)),
    scaffold("server/src/main.ts", serverMain(env)),
    ...tsconfigs("server", workspace),
  ];
}

function scaffold(path: string, content: string): PlannedFile {
  return { path, ownership: "scaffold", content };
}

/** The sources in a workspace that says so, the build everywhere else. */
function entry(file: string): JsonObject {
  return {
    "@openenv/source": `./src/${file}.ts`,
    types: `./dist/${file}.d.ts`,
    default: `./dist/${file}.js`,
  };
}

function scripts(): JsonObject {
  return { build: "tsc -p tsconfig.build.json", typecheck: "tsc -p tsconfig.json" };
}

function coreRange(workspace: string | undefined): string {
  return workspace === undefined ? CORE : "workspace:^";
}

function clientIndex({ names }: EnvironmentIr): string {
  return `/** The client of ${names.wire}. Add what its users need; the rest is generated. */\nexport * from "./gen/index.ts";\n`;
}

function serverIndex({ names }: EnvironmentIr): string {
  return `/** The environment of ${names.wire}, as \`serve\` takes it. */
import environment from "./environment.ts";
import type { ${names.prefix}Server } from "./gen/index.ts";

export const ${names.server}: ${names.prefix}Server = environment;
`;
}

function serverMain({ names }: EnvironmentIr): string {
  return `#!/usr/bin/env node
/** Serves ${names.wire}; options come from flags and environment variables. */
import { runServer } from "@openenv/core/serve";
import { ${names.server} } from "./index.ts";

await runServer(${names.server});
`;
}

function environmentStub({ names }: EnvironmentIr): string {
  return `/** What ${names.wire} does. */
import { ${names.define} } from "./gen/index.ts";

export default ${names.define}(() => ({
  reset: () => {
    throw new Error("reset is not written yet");
  },
  step: () => {
    throw new Error("step is not written yet");
  },
}));
`;
}
