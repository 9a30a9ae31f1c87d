/**
 * Starts the server of a package, in a container or as a process.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { containerCommand, ProcessProvider, ProviderError } from "@openenv/core/providers";

import { runProgram } from "../../support/program.ts";
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
export const READY_MS = 30_000;

export async function startSubject(
  folder: string,
  manifest: NormalizedManifest,
  options: SubjectOptions,
): Promise<Subject> {
  const { provider = await defaultProvider(options.signal) } = options;
  if (provider === "process") return startProcess(folder, options);
  const { startContainer } = await import("./subject-container.ts");
  return startContainer(folder, manifest, options);
}

/** What a container engine says when it is asked. */
export async function defaultProvider(signal: AbortSignal): Promise<ProviderName> {
  try {
    const { exitCode } = await runProgram([...containerCommand(), "version"], { signal });
    return exitCode === 0 ? "docker" : "process";
  } catch (error) {
    if (error instanceof ProviderError) return "process";
    throw error;
  }
}

async function startProcess(folder: string, { signal, onProgress }: SubjectOptions): Promise<Subject> {
  onProgress("Starting the server");
  const provider = new ProcessProvider({ ...sourceOf(folder), readyTimeoutMs: READY_MS });
  const { baseUrl } = await provider.start(undefined, { signal });
  try {
    await provider.waitForReady({ signal });
  } catch (error) {
    await provider.stop();
    throw error;
  }
  return { baseUrl, measured: { provider: "process" }, [Symbol.asyncDispose]: () => provider.stop() };
}

/** What `openenv build --context-out` writes is a bundle for Bun, without a package. */
function sourceOf(folder: string): { readonly source: string; readonly runtime?: "bun" } {
  const bundle = join(folder, "server.js");
  const isBundle = existsSync(bundle) && !existsSync(join(folder, "package.json"));
  return isBundle ? { source: bundle, runtime: "bun" } : { source: folder };
}
