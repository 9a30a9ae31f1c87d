/**
 * Writes what a Docker Space holds: an image's build context, and the README whose front matter configures the Space.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeBuildContext } from "@openenv/core/providers";

import type { EnvironmentManifest } from "../support/environment-manifest.ts";
import { spaceReadme } from "./space-readme.ts";

interface LayoutOptions {
  readonly environment: string;
  readonly manifest: EnvironmentManifest;
  /** Absent or empty. Default: a temporary folder, gone when the layout is disposed of. */
  readonly out: string | undefined;
  readonly bun: string | undefined;
  readonly signal: AbortSignal;
}

export interface SpaceLayout extends AsyncDisposable {
  readonly folder: string;
  /** All files, `/`-separated and sorted. */
  readonly files: readonly string[];
}

export async function writeSpaceLayout(options: LayoutOptions): Promise<SpaceLayout> {
  const { environment, manifest, out, bun, signal } = options;
  const folder = out ?? (await mkdtemp(join(tmpdir(), "openenv-space-")));
  const dispose = async (): Promise<void> => {
    if (out === undefined) await rm(folder, { recursive: true, force: true });
  };
  try {
    const context = await writeBuildContext({ environment, out: folder, bun, signal });
    await writeFile(join(folder, "README.md"), spaceReadme(manifest));
    return { folder, files: [...context.files, "README.md"].toSorted(), [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
