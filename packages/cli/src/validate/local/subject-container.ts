/**
 * Starts the server of a package in a container that may do next to nothing.
 */
import { LocalDockerProvider } from "@openenv/core/providers";

import type { NormalizedManifest } from "./package-manifest.ts";
import { READY_MS, type Subject, type SubjectOptions } from "./subject.ts";
import { buildSubjectImage } from "./subject-image.ts";

const MEBIBYTE = 1024 * 1024;
const MOST_SHARED_BYTES = 64 * MEBIBYTE;

/** As the original does: another user, a read-only root, one small writable folder, no privileges, declared limits. */
export async function startContainer(
  folder: string,
  manifest: NormalizedManifest,
  options: SubjectOptions,
): Promise<Subject> {
  const { signal, onProgress } = options;
  onProgress("Building the image");
  const image = await buildSubjectImage(folder, manifest, options);
  onProgress("Starting the container");
  const { memory_mb, disk_mb, cpu } = manifest.resources;
  const writable = disk_mb * MEBIBYTE;
  const shared = Math.min(MOST_SHARED_BYTES, writable / 2);
  const provider = new LocalDockerProvider({
    image: image.tag,
    pull: "never",
    readyTimeoutMs: READY_MS,
    cpus: cpu,
    memory: `${memory_mb}m`,
    // For packages in Python: nothing is written beside the sources, and what is printed is seen at once.
    env: { PYTHONDONTWRITEBYTECODE: "1", PYTHONUNBUFFERED: "1" },
    extraArgs: [
      "--user=65532:65532",
      "--read-only",
      "--cap-drop=ALL",
      "--security-opt=no-new-privileges",
      "--pids-limit=256",
      `--memory-swap=${memory_mb}m`,
      `--shm-size=${shared}`,
      `--tmpfs=/tmp:rw,nosuid,nodev,size=${writable - shared},mode=1777`,
    ],
  });
  const end = async (): Promise<void> => {
    try {
      await provider.stop();
    } finally {
      await image[Symbol.asyncDispose]();
    }
  };
  try {
    const { baseUrl } = await provider.start(undefined, { signal });
    await provider.waitForReady({ signal });
    return { baseUrl, measured: { provider: "docker", image_ref: image.id }, [Symbol.asyncDispose]: end };
  } catch (error) {
    await end();
    throw error;
  }
}
