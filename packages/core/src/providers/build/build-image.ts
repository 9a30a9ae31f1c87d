/**
 * Builds an environment's image with the local Docker or Podman.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { ContainerCli, ENGINE_OPTION_NAMES, type EngineOptions } from "../docker/container-cli.ts";
import { checkImage } from "../docker/image-reference.ts";
import { checkOptionNames } from "../option-check.ts";
import type { StartOptions } from "../provider.ts";
import { Redactor } from "../redactor.ts";
import { TimeLimit } from "../time-limit.ts";
import { writeBuildContext } from "./build-context.ts";

/** Options of {@link buildImage}. */
export interface BuildImageOptions extends EngineOptions, StartOptions {
  /** The environment's folder, with its `openenv.yaml`. */
  readonly environment: string;
  /** What the image is called: `echo-env:latest`. */
  readonly tag: string;
  /** The image it stands on. Default: the Dockerfile's own. It needs Bun, and the libraries Bun is linked with. */
  readonly baseImage?: string | undefined;
  /** Such as `linux/arm64`. Default: the engine's. */
  readonly platform?: string | undefined;
  /** Bun's executable, which bundles. Default: this process's own, else the first on the PATH. */
  readonly bun?: string | undefined;
}

const OPTION_NAMES: readonly (keyof BuildImageOptions)[] = [
  ...ENGINE_OPTION_NAMES,
  "environment",
  "tag",
  "baseImage",
  "platform",
  "bun",
  "signal",
  "timeoutMs",
  "onProgress",
];

/** @throws InvalidArgumentError, or ProviderError with stage `build` and what the engine said */
export async function buildImage(options: BuildImageOptions): Promise<void> {
  checkOptionNames("buildImage", options, OPTION_NAMES);
  const { environment, baseImage, platform, bun, onProgress } = options;
  const tag = checkImage(options.tag);
  const cli = new ContainerCli(options);
  const limit = new TimeLimit("image", options, 600_000);
  const { signal } = limit;
  const folder = await mkdtemp(join(tmpdir(), "openenv-image-"));
  try {
    onProgress?.({ stage: "build", message: `Bundling ${environment}` });
    await writeBuildContext({ environment, out: folder, bun, signal });
    onProgress?.({ stage: "build", message: `Building ${tag}` });
    const flags = [
      ...(baseImage === undefined ? [] : ["--build-arg", `BASE_IMAGE=${checkImage(baseImage)}`]),
      ...(platform === undefined ? [] : ["--platform", platform]),
    ];
    await cli.mustRun(["build", "--tag", tag, ...flags, folder], {
      stage: "build",
      failure: `Cannot build ${tag}`,
      redactor: new Redactor([]),
      signal,
    });
  } finally {
    limit.release();
    await rm(folder, { recursive: true, force: true });
  }
}
