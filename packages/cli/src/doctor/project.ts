/**
 * What is wrong in an environment's folder.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { check, FolderStorage, formatDiagnostics, hasErrors, isEnvironmentFolder, planFolder } from "@openenv/codegen";

import { generatedBy } from "../support/generated-by.ts";
import type { Finding } from "./finding.ts";

/** Nothing where there is no environment. */
export async function projectFindings(folder: string): Promise<readonly Finding[]> {
  if (!(await isEnvironmentFolder(folder))) return [];
  const installed = installFinding(folder);
  if (installed.status === "wrong") return [installed];
  return [
    installed,
    await schemaFinding(folder),
    ...["client", "server"].flatMap((side) => buildFinding(folder, side)),
  ];
}

function installFinding(folder: string): Finding {
  const name = "packages";
  const needed = existsSync(join(folder, "package.json"));
  if (!needed || hasModules(folder)) return { name, status: "ok", found: "installed" };
  return { name, status: "wrong", found: "not installed", next: "Install them: npm install (or bun, deno, pnpm)." };
}

function hasModules(folder: string): boolean {
  const above = join(folder, "..");
  return existsSync(join(folder, "node_modules")) || (above !== folder && hasModules(above));
}

async function schemaFinding(folder: string): Promise<Finding> {
  const name = "schema";
  await import("../typescript/register.ts");
  const { plan, diagnostics } = await planFolder(folder, { command: generatedBy(folder) });
  if (plan === undefined || hasErrors(diagnostics))
    return {
      name,
      status: "wrong",
      found: formatDiagnostics(diagnostics).trim(),
      next: "See docs/codegen.md for each code.",
    };
  const { upToDate, changes } = await check(plan, new FolderStorage(folder));
  if (upToDate) return { name, status: "ok", found: "generated code is up to date" };
  const files = changes.map(({ path }) => path).join(", ");
  return {
    name,
    status: "wrong",
    found: `generated code is stale: ${files}`,
    next: "Generate it anew: openenv generate",
  };
}

function buildFinding(folder: string, side: string): Finding[] {
  const home = join(folder, side);
  if (!existsSync(join(home, "package.json"))) return [];
  const built = existsSync(join(home, "dist"));
  const name = `${side} build`;
  return [
    built
      ? { name, status: "ok", found: "there" }
      : {
          name,
          status: "missing",
          found: "not built",
          next: "Build it (npm run build): what is installed and served is the build.",
        },
  ];
}
