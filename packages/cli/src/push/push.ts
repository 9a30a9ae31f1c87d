/**
 * Publishes an environment wherever it was asked to.
 */
import { resolve } from "node:path";
import { buildImage, containerCommand } from "@openenv/core/providers";

import type { Invocation } from "../command/command.ts";
import { engineOf, type EngineChoice } from "../containers/engine.ts";
import { readEnvironmentManifest } from "../support/environment-manifest.ts";
import { bunOfThisProcess } from "../support/own-command.ts";
import { mustRunProgram } from "../support/program.ts";
import { UsageError } from "../terminal/failure.ts";
import { HubSpace, type PushedSpace } from "./hub-space.ts";
import { type Published, publishPackages } from "./publish-packages.ts";
import { writeSpaceLayout } from "./space-layout.ts";
import { manifestVariables } from "./space-variables.ts";
import { tellSpace } from "./tell-space.ts";

interface PushOptions extends EngineChoice {
  readonly npm: boolean;
  readonly image: string | undefined;
  readonly space: string | undefined;
  readonly private: boolean;
  readonly "space-out": string | undefined;
  readonly "dry-run": boolean;
  readonly registry: string | undefined;
  readonly provenance: boolean;
  readonly "base-image": string | undefined;
  readonly bun: string | undefined;
}

export async function push({ args, options, terminal, signal, cwd }: Invocation<PushOptions>): Promise<void> {
  const { npm, image, space, "space-out": spaceOut, "dry-run": dryRun, bun = bunOfThisProcess() } = options;
  checkOptions(options);
  const environment = resolve(cwd, args[0] ?? ".");
  const manifest = await readEnvironmentManifest(environment);
  using progress = terminal.progress(`Reading ${manifest.wire}`);
  let target: HubSpace | undefined;
  if (space !== undefined) {
    const variables = await manifestVariables(environment);
    target = await HubSpace.open({ space, isPrivate: options.private, variables, signal });
  }
  let published: Published = { packages: [], changesets: [] };
  if (npm) {
    const { registry, provenance } = options;
    progress.update("Publishing to npm");
    published = await publishPackages(environment, { bun, dryRun, registry, provenance, signal });
  }
  if (image !== undefined) {
    const onProgress = ({ message }: { readonly message: string }): void => progress.update(message);
    const engine = engineOf(options);
    await buildImage({ ...engine, environment, tag: image, baseImage: options["base-image"], bun, signal, onProgress });
    progress.update(`Pushing ${image}`);
    const next = "Is somebody logged in? docker login";
    await mustRunProgram([...containerCommand(engine), "push", image], {
      signal,
      failure: `${image} cannot be pushed`,
      next,
    });
  }
  let files: readonly string[] = [];
  let pushed: PushedSpace | undefined;
  if (space !== undefined || spaceOut !== undefined) {
    const out = spaceOut === undefined ? undefined : resolve(cwd, spaceOut);
    await using layout = await writeSpaceLayout({ environment, manifest, out, bun, signal });
    if (out !== undefined) files = layout.files;
    const title = `openenv push: ${manifest.wire} ${manifest.version}`;
    pushed = await target?.push(layout, { title, dryRun, onProgress: (message) => progress.update(message) });
  }
  progress.done();
  const { packages, changesets } = published;
  if (changesets.length > 0)
    terminal.note(`${dryRun ? "Changesets that wait" : "By the changesets"}: ${changesets.join(", ")}`);
  terminal.result({
    packages,
    changesets,
    image: image ?? null,
    space: pushed ?? null,
    folder: spaceOut ?? null,
    files,
  });
  for (const each of [...packages, ...(image === undefined ? [] : [image])]) terminal.line(each);
  for (const file of files) terminal.line(file);
  if (pushed !== undefined) tellSpace(pushed, terminal);
  else if (spaceOut !== undefined)
    terminal.note(`To upload it: openenv push --space OWNER/NAME, or push ${spaceOut} to a Space's git repository.`);
}

function checkOptions(options: PushOptions): void {
  const { npm, image, space, "space-out": spaceOut } = options;
  if (!npm && image === undefined && space === undefined && spaceOut === undefined)
    throw new UsageError("Say where to: --npm, --image NAME, --space OWNER/NAME or --space-out DIR.", "push");
  // Nobody is to find out afterwards that it is public.
  if (options.private && space === undefined) throw new UsageError("--private goes with --space.", "push");
  if (options["dry-run"] && image !== undefined)
    throw new UsageError("--dry-run goes with --npm and --space: an image cannot be pushed for show.", "push");
}
