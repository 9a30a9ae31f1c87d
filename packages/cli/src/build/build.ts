/**
 * Makes an image, the context of one, or an executable.
 */
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { buildImage, writeBuildContext } from "@openenv/core/providers";

import type { Invocation } from "../command/command.ts";
import { engineOf, type EngineChoice } from "../containers/engine.ts";
import { readEnvironmentManifest } from "../support/environment-manifest.ts";
import { bunOfThisProcess } from "../support/own-command.ts";
import { UsageError } from "../terminal/failure.ts";
import { buildExecutable } from "./executable.ts";

interface BuildOptions extends EngineChoice {
  readonly tag: string | undefined;
  readonly "base-image": string | undefined;
  readonly platform: string | undefined;
  readonly "context-out": string | undefined;
  readonly executable: string | undefined;
  readonly target: string | undefined;
  readonly bun: string | undefined;
}

export async function build({ args, options, terminal, signal, cwd }: Invocation<BuildOptions>): Promise<void> {
  const environment = resolve(cwd, args[0] ?? ".");
  const { slug } = await readEnvironmentManifest(environment);
  const { "context-out": contextOut, executable, target, platform, bun = bunOfThisProcess() } = options;
  if (target !== undefined && executable === undefined) throw new UsageError("--target needs --executable.", "build");
  if (contextOut !== undefined && executable !== undefined)
    throw new UsageError("Give --context-out or --executable, not both.", "build");
  using progress = terminal.progress(`Bundling ${environment}`);
  if (contextOut !== undefined) {
    const context = await writeBuildContext({ environment, out: resolve(cwd, contextOut), bun, signal });
    progress.done();
    terminal.result(context);
    for (const file of context.files) terminal.line(file);
    terminal.note(`Build it: docker build --tag ${slug} ${contextOut}`);
    return;
  }
  if (executable !== undefined) {
    const file = resolve(cwd, executable);
    await buildExecutable({ environment, file, bun, target, signal });
    progress.done();
    const { size } = statSync(existsSync(file) ? file : `${file}.exe`);
    terminal.result({ file, bytes: size });
    terminal.line(`${file}  ${Math.round(size / 1e6)} MB`);
    return;
  }
  const tag = options.tag ?? `${slug}:latest`;
  const onProgress = ({ message }: { readonly message: string }): void => progress.update(message);
  const baseImage = options["base-image"];
  await buildImage({ ...engineOf(options), environment, tag, baseImage, platform, bun, signal, onProgress });
  progress.done();
  terminal.result({ image: tag });
  terminal.line(tag);
  terminal.note(`Run it: docker run --rm -p 8000:8000 ${tag}`);
}
