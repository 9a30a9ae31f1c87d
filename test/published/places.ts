/** Where the repository's own tools are. */
import { join } from "node:path";

export const root: string = join(import.meta.dirname, "../..");
export const scripts: string = join(root, "scripts");
