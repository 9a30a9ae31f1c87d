/**
 * Builds the image of a package, for as long as it is looked at.
 */
import { randomBytes } from "node:crypto";
import { existsSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { containerCommand, writeBuildContext } from "@openenv/core/providers";

import { bunOfThisProcess } from "../../support/own-command.ts";
import { runProgram } from "../../support/program.ts";
import type { NormalizedManifest } from "./package-manifest.ts";
import { isProject } from "./package-kind.ts";
import { copyPackage } from "./package-snapshot.ts";
import { SetupError } from "./setup-error.ts";

/** Gone when it is disposed. */
export interface SubjectImage extends AsyncDisposable {
  readonly tag: string;
  /** Its digest, as the engine writes it. */
  readonly id: string;
}

export interface ImageOptions {
  readonly baseImage: string | undefined;
  readonly signal: AbortSignal;
}

/** What is read of `image inspect`; Docker and Podman write the same here. */
interface ImageFacts {
  readonly Id: string;
  readonly Config?: { readonly Volumes?: Readonly<Record<string, object>> | null };
}

const BUILD_MS = 600_000;
/** How much of what the engine said is told, in characters. */
const TOLD = 4096;

/** @throws Error for an image that cannot be built or needs a volume, SetupError when nothing could be tried */
export async function buildSubjectImage(
  folder: string,
  manifest: NormalizedManifest,
  options: ImageOptions,
): Promise<SubjectImage> {
  const engine = engineCommand();
  const tag = `openenv-validate:${randomBytes(6).toString("hex")}`;
  const remove = async (): Promise<void> => void (await runProgram([...engine, "rmi", "--force", tag]));
  const temporary = await mkdtemp(join(tmpdir(), "openenv-validate-"));
  try {
    const source = join(temporary, "source");
    const { dockerfile, context } = await writeSource(folder, source, manifest, options);
    await build([...engine, "build", "--tag", tag, "--file", join(source, dockerfile)], join(source, context), options);
    return { tag, id: await checkImage([...engine, "image", "inspect", tag], options), [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** A project is bundled as `openenv build` does, unless it has a Dockerfile of its own; a package is copied. */
async function writeSource(
  folder: string,
  out: string,
  { execution }: NormalizedManifest,
  { signal }: ImageOptions,
): Promise<{ readonly dockerfile: string; readonly context: string }> {
  const { dockerfile = "Dockerfile", context = "." } = execution ?? {};
  if (dockerfile === "Dockerfile" && context === "." && (await isProject(folder)))
    await writeBuildContext({ environment: folder, out, bun: bunOfThisProcess(), signal });
  else await copyPackage(folder, out);
  const file = join(out, dockerfile);
  if (!existsSync(file) || !statSync(file).isFile()) throw new SetupError(`The package has no ${dockerfile}.`);
  if (!existsSync(join(out, context))) throw new SetupError(`The package has no folder ${context} to build from.`);
  return { dockerfile, context };
}

async function build(command: readonly string[], context: string, { baseImage, signal }: ImageOptions): Promise<void> {
  const base = baseImage === undefined ? [] : ["--build-arg", `BASE_IMAGE=${baseImage}`];
  const limit = AbortSignal.timeout(BUILD_MS);
  // A build that fails leaves no container either.
  const { exitCode, stdout, stderr } = await runProgram([...command, "--force-rm", ...base, context], {
    signal: AbortSignal.any([signal, limit]),
  }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw limit.aborted ? new SetupError(`The image was not built within ${BUILD_MS / 1000} s.`) : error;
  });
  if (exitCode === undefined) throw new SetupError(`${command[0]} cannot be run: ${stderr}`);
  if (exitCode !== 0) throw new Error(`The image cannot be built:\n${`${stdout}\n${stderr}`.trim().slice(-TOLD)}`);
}

/** @returns its digest */
async function checkImage(command: readonly string[], { signal }: ImageOptions): Promise<string> {
  const { exitCode, stdout, stderr } = await runProgram(command, { signal });
  if (exitCode !== 0) throw new SetupError(`The engine does not tell what it has built: ${stderr.trim()}`);
  const [image] = JSON.parse(stdout) as readonly [ImageFacts];
  const volumes = Object.keys(image.Config?.Volumes ?? {});
  if (volumes.length > 0) throw new Error(`The image declares volumes, which are not given: ${volumes.join(", ")}`);
  return image.Id;
}

/** @throws SetupError where there is no engine's command */
function engineCommand(): readonly string[] {
  try {
    return containerCommand();
  } catch (error) {
    throw new SetupError((error as Error).message, { cause: error });
  }
}
