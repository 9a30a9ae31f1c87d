/**
 * Tells a project, whose server is bundled before it can run elsewhere, from a package that is built as it is.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isEnvironmentFolder } from "@openenv/codegen";

/** Of a folder with an `openenv.yaml`. */
export async function isProject(folder: string): Promise<boolean> {
  if (await isEnvironmentFolder(folder)) return true;
  // What `openenv build --context-out` writes has a server's package too where that is no bundle, and its packages in `modules`.
  return existsSync(join(folder, "server/package.json")) && !existsSync(join(folder, "modules"));
}

/** Whether the tools of npm work in the folder: what they make there is not the package's own. */
export async function isWorkedOn(folder: string): Promise<boolean> {
  return existsSync(join(folder, "package.json")) || isProject(folder);
}
