/**
 * Publishes an environment wherever it was asked to.
 */
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { buildImage, writeBuildContext } from "@openenv/core/providers";

import type { Invocation } from "../command/command.ts";
import { containerCli, engineOf, type EngineChoice } from "../containers/engine.ts";
import { readEnvironmentManifest } from "../support/environment-manifest.ts";
import { bunOfThisProcess } from "../support/own-command.ts";
import { mustRunProgram } from "../support/program.ts";
import { UsageError } from "../terminal/failure.ts";
import { type Published, publishPackages } from "./publish-packages.ts";
import { spaceReadme } from "./space-readme.ts";

interface PushOptions extends EngineChoice {
  readonly npm: boolean;
  readonly image: string | undefined;
  readonly "space-out": string | undefined;
  readonly "dry-run": boolean;
  readonly registry: string | undefined;
  readonly provenance: boolean;
  readonly "base-image": string | undefined;
  readonly bun: string | undefined;
}

export async function push({ args, options, terminal, signal, cwd }: Invocation<PushOptions>): Promise<void> {
  const { npm, image, "space-out": spaceOut, bun = bunOfThisProcess() } = options;
  if (!npm && image === undefined && spaceOut === undefined)
    throw new UsageError("Say where to: --npm, --image NAME or --space-out DIR.", "push");
  const environment = resolve(cwd, args[0] ?? ".");
  const manifest = await readEnvironmentManifest(environment);
  using progress = terminal.progress(`Reading ${manifest.wire}`);
  let published: Published = { packages: [], changesets: [] };
  if (npm) {
    const { "dry-run": dryRun, registry, provenance } = options;
    progress.update("Publishing to npm");
    published = await publishPackages(environment, { bun, dryRun, registry, provenance, signal });
  }
  if (image !== undefined) {
    const onProgress = ({ message }: { readonly message: string }): void => progress.update(message);
    const engine = engineOf(options);
    await buildImage({ ...engine, environment, tag: image, baseImage: options["base-image"], bun, signal, onProgress });
    progress.update(`Pushing ${image}`);
    const host = engine.engineHost === undefined ? [] : ["--host", engine.engineHost];
    const next = "Is somebody logged in? docker login";
    await mustRunProgram([containerCli(engine), ...host, "push", image], {
      signal,
      failure: `${image} cannot be pushed`,
      next,
    });
  }
  let files: readonly string[] = [];
  if (spaceOut !== undefined) {
    const out = resolve(cwd, spaceOut);
    const context = await writeBuildContext({ environment, out, bun, signal });
    await writeFile(join(out, "README.md"), spaceReadme(manifest));
    files = [...context.files, "README.md"].toSorted();
  }
  progress.done();
  const { packages, changesets } = published;
  if (changesets.length > 0)
    terminal.note(`${options["dry-run"] ? "Changesets that wait" : "By the changesets"}: ${changesets.join(", ")}`);
  terminal.result({ packages, changesets, image: image ?? null, space: spaceOut ?? null, files });
  for (const each of [...packages, ...(image === undefined ? [] : [image])]) terminal.line(each);
  for (const file of files) terminal.line(file);
  if (spaceOut !== undefined)
    terminal.note(`Make a Space of the SDK docker, then push ${spaceOut} to its git repository with your token.`);
}
