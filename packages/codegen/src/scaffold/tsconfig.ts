/**
 * The `tsconfig.json` of generated packages, and the one that builds them.
 */
import type { JsonObject } from "../json/json.ts";
import type { PlannedFile } from "../plan/plan.ts";
import { jsonText } from "./package-json.ts";

const include = ["src"];

/** @param workspace the way from the environment to the root of its workspace; `undefined` when it stands alone */
export function tsconfigs(folder: "client" | "server", workspace: string | undefined): PlannedFile[] {
  const { config, build } = workspace === undefined ? standalone : within(`../${workspace}`, folder);
  return [
    { path: `${folder}/tsconfig.json`, ownership: "scaffold", content: jsonText(config) },
    { path: `${folder}/tsconfig.build.json`, ownership: "scaffold", content: jsonText(build) },
  ];
}

interface Configs {
  readonly config: JsonObject;
  readonly build: JsonObject;
}

function within(root: string, folder: "client" | "server"): Configs {
  // Default exports, which authors write in environment.ts, are more than isolated declarations allow.
  const base = folder === "client" ? "tsconfig.base.json" : "tsconfig.env.json";
  return {
    config: { extends: `${root}/${base}`, include },
    build: { extends: ["./tsconfig.json", `${root}/tsconfig.build.json`], include },
  };
}

const standalone: Configs = {
  config: {
    compilerOptions: {
      target: "ES2022",
      module: "nodenext",
      lib: ["ES2023", "ESNext.Disposable", "DOM"],
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      verbatimModuleSyntax: true,
      erasableSyntaxOnly: true,
      allowImportingTsExtensions: true,
      declaration: true,
      noEmit: true,
    },
    include,
  },
  build: {
    extends: "./tsconfig.json",
    compilerOptions: {
      noEmit: false,
      allowImportingTsExtensions: false,
      rewriteRelativeImportExtensions: true,
      rootDir: "src",
      outDir: "dist",
    },
    include,
  },
};
