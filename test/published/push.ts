/**
 * Authors who publish: `openenv push --npm`, a change with a changeset, and the next version.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Stage } from "./stage.ts";

/** @param folder a project whose packages are installed */
export async function provePush(stage: Stage, folder: string): Promise<void> {
  const env = stage.env("bun");
  const push = async (...args: string[]): Promise<unknown> =>
    JSON.parse(await stage.run(["bun", "x", "openenv", "push", "--npm", "--json", ...args], folder, env));
  const fails = (message: RegExp): Promise<void> => assert.rejects(push(), message);
  const isPublished = (version: string): boolean[] =>
    ["word-env", "word-env-server"].map((name) => stage.registry.published.includes(`${name}@${version}`));
  const packages = (version: string): readonly string[] => [`word-env@${version}`, `word-env-server@${version}`];

  await stage.prove("openenv push: a project's packages, then the next version by a changeset", async () => {
    await stage.run(["bun", "run", "build"], folder, env);
    assert.partialDeepStrictEqual(await push("--dry-run"), { packages: packages("0.1.0"), changesets: [] });
    assert.deepEqual(isPublished("0.1.0"), [false, false]);
    assert.partialDeepStrictEqual(await push(), { packages: packages("0.1.0"), changesets: [] });
    assert.deepEqual(isPublished("0.1.0"), [true, true]);
    await fails(/NOTHING_NEW/);

    const changeset = join(folder, ".changeset/warm-words.md");
    writeFileSync(changeset, '---\n"word-env": minor\n---\n\nLonger words.\n');
    await fails(/@changesets\/cli is not installed/);
    await stage.run(["bun", "add", "--dev", "@changesets/cli"], folder, env);
    assert.partialDeepStrictEqual(await push("--dry-run"), { packages: [], changesets: ["warm-words"] });
    assert.ok(existsSync(changeset));
    assert.partialDeepStrictEqual(await push(), { packages: packages("0.2.0"), changesets: ["warm-words"] });
    assert.deepEqual([existsSync(changeset), ...isPublished("0.2.0")], [false, true, true]);
    assert.match(readFileSync(join(folder, "client/CHANGELOG.md"), "utf8"), /## 0\.2\.0[\s\S]*Longer words\./);
    const answer = await fetch(`${stage.registry.url}word-env-server`);
    const { versions } = (await answer.json()) as {
      versions: Record<string, { dependencies: Record<string, string> }>;
    };
    assert.equal(versions["0.2.0"]?.dependencies["word-env"], "^0.2.0");
  });
}
