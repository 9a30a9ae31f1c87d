/**
 * The three `package.json` of a project: the workspace, the client and the server. The generator would fill in the same;
 * they are whole from the start so that the first installation is of everything.
 */
import { knowsWorkspaceRanges, packageManager, type PackageManagerName } from "../support/package-manager.ts";
import type { Answers, Runtime } from "./answers.ts";
import type { PackageNames, ProjectSetting } from "./project-files.ts";
import { templates } from "./templates.ts";

const VERSION = "0.1.0";
const ZOD = "^4.6.0";
const BUILD = { build: "tsc -p tsconfig.build.json", typecheck: "tsc -p tsconfig.json" };

export function rootPackage(
  { name, runtime, description }: Answers,
  packages: PackageNames,
  setting: ProjectSetting,
): object {
  const { manager, isMember, versions } = setting;
  const build = [...packageManager(manager).run, "build"].join(" ");
  const own = ownRange(manager);
  return {
    name: `${name.slug}-workspace`,
    version: "0.0.0",
    private: true,
    description,
    type: "module",
    ...(isMember ? {} : { workspaces: ["client", "server"] }),
    scripts: {
      generate: "openenv generate",
      build: "openenv generate && tsc -p client/tsconfig.build.json && tsc -p server/tsconfig.build.json",
      typecheck: `${build} && tsc -p tsconfig.json`,
      test: `${build} && ${TEST_COMMANDS[runtime]}`,
      serve: `openenv serve --runtime ${runtime}`,
      dev: `openenv dev --runtime ${runtime}`,
      validate: "openenv validate",
    },
    dependencies: {
      "@openenv/core": `^${versions.core}`,
      [packages.client]: own,
      [packages.server]: own,
      zod: ZOD,
    },
    devDependencies: {
      "@openenv/cli": `^${versions.cli}`,
      "@types/node": "^22.18.0",
      typescript: "^7.0.2",
    },
  };
}

/** The tests are TypeScript, which Node reads from 22.18 on, and with our hooks on Node 20 too. */
const TEST_COMMANDS: Readonly<Record<Runtime, string>> = {
  bun: "bun test ./test",
  deno: "deno test -A --no-check test/",
  node: "node --import @openenv/cli/typescript --test test/*.test.ts",
};

export function clientPackage(
  { name, description }: Answers,
  packages: PackageNames,
  { versions }: ProjectSetting,
): object {
  return {
    name: packages.client,
    version: VERSION,
    description,
    type: "module",
    sideEffects: false,
    engines: { node: ">=20.19" },
    files: ["dist", "src"],
    openenv: { environment: name.wire, class: name.client, server: packages.server },
    exports: {
      ".": entry("index"),
      "./schema": entry("gen/schema"),
      "./manifest": entry("gen/manifest"),
      "./spec": entry("gen/spec"),
      "./package.json": "./package.json",
    },
    scripts: BUILD,
    dependencies: { "@openenv/core": `^${versions.core}` },
    peerDependencies: { zod: ZOD },
    devDependencies: { zod: ZOD },
  };
}

export function serverPackage(answers: Answers, packages: PackageNames, { manager, versions }: ProjectSetting): object {
  const { name, description, template } = answers;
  return {
    name: packages.server,
    version: VERSION,
    description: `${description} (server)`,
    type: "module",
    engines: { node: ">=20.19" },
    files: ["dist", "src"],
    bin: { [`${name.slug}-server`]: "./dist/main.js" },
    openenv: { environment: name.wire, definition: name.server, client: packages.client },
    exports: { ".": entry("index"), "./package.json": "./package.json" },
    scripts: BUILD,
    dependencies: {
      "@openenv/core": `^${versions.core}`,
      [packages.client]: ownRange(manager),
      ...templates[template].dependencies,
      zod: ZOD,
    },
  };
}

function entry(file: string): object {
  return { "@openenv/source": `./src/${file}.ts`, types: `./dist/${file}.d.ts`, default: `./dist/${file}.js` };
}

function ownRange(manager: PackageManagerName): string {
  return knowsWorkspaceRanges(manager) ? "workspace:^" : `^${VERSION}`;
}
