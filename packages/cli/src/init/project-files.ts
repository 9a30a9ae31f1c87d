/**
 * Every file of a new project, as text. Pure, but for reading the templates.
 */
import type { PackageManagerName } from "../support/package-manager.ts";
import { agentsText, readmeText } from "./project-pages.ts";
import type { Answers } from "./answers.ts";
import { manifestText } from "./project-manifest.ts";
import { clientPackage, rootPackage, serverPackage } from "./project-packages.ts";
import { templateFile, templates } from "./templates.ts";

/** What a project depends on beside its answers. */
export interface ProjectSetting {
  readonly manager: PackageManagerName;
  /** Whether it becomes part of a monorepo, whose root has the workspaces. */
  readonly isMember: boolean;
  readonly python: boolean;
  /** Versions of our packages. */
  readonly versions: { readonly core: string; readonly cli: string };
}

export interface PackageNames {
  readonly client: string;
  readonly server: string;
}

/** The content of each file, by its path. */
export function projectFiles(answers: Answers, setting: ProjectSetting): ReadonlyMap<string, string> {
  const { name, template, description } = answers;
  const packages = packageNames(answers);
  const values = {
    ...name,
    clientPackage: packages.client,
    serverPackage: packages.server,
    descriptionLiteral: JSON.stringify(description),
  };
  const fromTemplate = (file: string): string => templateFile(template, file, values);
  return new Map([
    ["package.json", json(rootPackage(answers, packages, setting))],
    ["client/package.json", json(clientPackage(answers, packages, setting))],
    ["server/package.json", json(serverPackage(answers, packages, setting))],
    ["openenv.yaml", manifestText(answers, setting.python)],
    ["schema.ts", fromTemplate("schema.ts.tmpl")],
    ...templates[template].sources.map((file) => [`server/src/${file}`, fromTemplate(`${file}.tmpl`)] as const),
    ["test/environment.test.ts", fromTemplate("tests.ts.tmpl")],
    ["validation/runtime.json", fromTemplate("runtime.json")],
    ["tsconfig.json", json(TSCONFIG)],
    ...(setting.isMember ? [] : [[".changeset/config.json", json(changesetConfig(packages))] as const]),
    [".gitignore", "node_modules/\ndist/\n*.log\n.env\n"],
    ["README.md", readmeText(answers, packages, setting.manager)],
    ["AGENTS.md", agentsText(answers, setting.manager)],
  ]);
}

/** Client and server speak the same schema: a release of one is a release of both. */
function changesetConfig({ client, server }: PackageNames): object {
  return {
    changelog: "@changesets/cli/changelog",
    commit: false,
    fixed: [[client, server]],
    access: "public",
    baseBranch: "main",
    updateInternalDependencies: "patch",
  };
}

export function packageNames({ name, scope }: Pick<Answers, "name" | "scope">): PackageNames {
  const client = scope === undefined ? name.slug : `${scope}/${name.slug}`;
  return { client, server: `${client}-server` };
}

/** For the schema and the tests; the packages have their own. */
export const TSCONFIG: {
  readonly compilerOptions: Readonly<Record<string, unknown>>;
  readonly include: readonly string[];
} = {
  compilerOptions: {
    target: "ES2022",
    module: "nodenext",
    lib: ["ES2023", "ESNext.Disposable", "DOM"],
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    verbatimModuleSyntax: true,
    erasableSyntaxOnly: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    noEmit: true,
  },
  include: ["schema.ts", "test"],
};

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}
