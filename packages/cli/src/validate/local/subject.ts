/**
 * Starts the server of a package, in a container that may do next to nothing, or as a process.
 */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { LocalDockerProvider, ProcessProvider, writeBuildContext } from "@openenv/core/providers";

import { containerCli } from "../../containers/engine.ts";
import { bunOfThisProcess } from "../../support/own-command.ts";
import { mustRunProgram, runProgram } from "../../support/program.ts";
import type { NormalizedManifest } from "./package-manifest.ts";

export type ProviderName = "docker" | "process";

export interface SubjectOptions {
  readonly provider: ProviderName | undefined;
  readonly baseImage: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (message: string) => void;
}

export interface Subject extends AsyncDisposable {
  readonly baseUrl: string;
  readonly measured: Readonly<Record<string, unknown>>;
}

/** How long a server may take until it is healthy, in milliseconds. */
const READY_MS = 30_000;
const SHARED_MB = 16;

export async function startSubject(
  folder: string,
  manifest: NormalizedManifest,
  options: SubjectOptions,
): Promise<Subject> {
  const { provider = await defaultProvider(options.signal) } = options;
  return provider === "docker" ? startContainer(folder, manifest, options) : startProcess(folder, options);
}

/** What a container engine says when it is asked. */
export async function defaultProvider(signal: AbortSignal): Promise<ProviderName> {
  const { exitCode } = await runProgram([containerCli(), "version"], { signal });
  return exitCode === 0 ? "docker" : "process";
}

async function startProcess(folder: string, { signal, onProgress }: SubjectOptions): Promise<Subject> {
  onProgress("Starting the server");
  const provider = new ProcessProvider({ source: folder, readyTimeoutMs: READY_MS });
  const { baseUrl } = await provider.start(undefined, { signal });
  try {
    await provider.waitForReady({ signal });
  } catch (error) {
    await provider.stop();
    throw error;
  }
  return { baseUrl, measured: { provider: "process" }, [Symbol.asyncDispose]: () => provider.stop() };
}

/** As the original does: another user, a read-only root, one small writable folder, no privileges, declared limits. */
async function startContainer(folder: string, manifest: NormalizedManifest, options: SubjectOptions): Promise<Subject> {
  const { signal, onProgress } = options;
  const { memory_mb, disk_mb, cpu } = manifest.resources;
  onProgress("Building the image");
  const tag = `openenv-validate-${manifest.name.toLowerCase().replaceAll("_", "-")}:${process.pid}`;
  await buildSubject(folder, manifest, tag, options);
  onProgress("Starting the container");
  const shared = Math.min(SHARED_MB, Math.ceil(disk_mb / 2));
  const provider = new LocalDockerProvider({
    cli: containerCli(),
    image: tag,
    pull: "never",
    readyTimeoutMs: READY_MS,
    cpus: cpu,
    memory: `${memory_mb}m`,
    extraArgs: [
      "--user=65532:65532",
      "--read-only",
      "--cap-drop=ALL",
      "--security-opt=no-new-privileges",
      "--pids-limit=256",
      `--shm-size=${shared}m`,
      `--tmpfs=/tmp:rw,nosuid,nodev,size=${disk_mb - shared}m,mode=1777`,
    ],
  });
  const remove = async (): Promise<void> => {
    await provider.stop();
    await runProgram([containerCli(), "rmi", "--force", tag]);
  };
  try {
    const { baseUrl } = await provider.start(tag, { signal });
    await provider.waitForReady({ signal });
    return { baseUrl, measured: { provider: "docker", image_ref: tag }, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A package that has its Dockerfile is built as it is; a project is bundled first, as `openenv build` does. */
async function buildSubject(
  folder: string,
  manifest: NormalizedManifest,
  tag: string,
  options: SubjectOptions,
): Promise<void> {
  const { dockerfile = "Dockerfile", context = "." } = manifest.execution ?? {};
  const { baseImage, signal } = options;
  const isContext = !existsSync(join(folder, "server"));
  const temporary = isContext ? undefined : await mkdtemp(join(tmpdir(), "openenv-validate-"));
  try {
    if (temporary !== undefined)
      await writeBuildContext({ environment: folder, out: temporary, bun: bunOfThisProcess(), signal });
    const home = temporary ?? folder;
    const flags = baseImage === undefined ? [] : ["--build-arg", `BASE_IMAGE=${baseImage}`];
    const argv = [
      containerCli(),
      "build",
      "--tag",
      tag,
      "--file",
      join(home, dockerfile),
      ...flags,
      join(home, context),
    ];
    await mustRunProgram(argv, { signal, failure: "The image cannot be built" });
  } finally {
    if (temporary !== undefined) await rm(temporary, { recursive: true, force: true });
  }
}
