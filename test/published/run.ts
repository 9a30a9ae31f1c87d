/**
 * What users meet: every package is published to a registry on this machine by the release command, then installed by
 * name in empty folders outside the repository, on each runtime.
 *
 * `--full` makes a project of every template on every runtime; without it, of every template on Bun and one on Node 20
 * and Deno. With names of runtimes, only these.
 */
import assert from "node:assert/strict";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { publishedPackages } from "openenv-scripts/packages.ts";
import { findRuntime, runtimeNames } from "openenv-scripts/runtimes.ts";
import { proveCodingClient, proveConsumer, proveRequire } from "./consumers.ts";
import { root } from "./places.ts";
import { proveProject, type Template } from "./projects.ts";
import { provePush } from "./push.ts";
import { Stage } from "./stage.ts";
import { proveTarballs } from "./tarballs.ts";

const { values, positionals } = parseArgs({
  options: { full: { type: "boolean", default: false } },
  allowPositionals: true,
});
const isFull = values.full;
const runtimes = runtimeNames.filter((name) => positionals.length === 0 || positionals.includes(name));
/** `check:packages` compiles with all of them. */
const compilers = ["../../node_modules/typescript", ...(isFull ? ["typescript5", "typescript6"] : [])];
const templates: readonly Template[] = ["minimal", "tools", "game", "coding"];

using stage = new Stage();
await stage.prove("PK-02: the release command publishes every package", async () => {
  const command = [
    process.execPath,
    join(root, "scripts/release.ts"),
    "--skip-checks",
    "--registry",
    stage.registry.url,
  ];
  await stage.run(command, root, { ...process.env, ...stage.registry.env });
  const expected = publishedPackages().map(({ name, version }) => `${name}@${version}`);
  assert.deepEqual(stage.registry.published.toSorted(), expected.toSorted());
});
if (stage.failed === 0) {
  await proveTarballs(stage);
  for (const name of runtimes.filter((each) => findRuntime(each) !== undefined)) {
    await proveConsumer(stage, name, compilers);
    const wanted = isFull || name === "bun" ? templates : name === "node24" ? [] : templates.slice(0, 1);
    for (const template of wanted) {
      const folder = await proveProject(stage, template, name);
      if (name === "bun" && template === "minimal") await provePush(stage, folder);
    }
  }
  await proveCodingClient(stage);
  await proveRequire(stage);
}
console.log(`${stage.passed} passed, ${stage.failed} failed`);
process.exitCode = stage.failed === 0 ? 0 : 1;
