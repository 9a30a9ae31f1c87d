/** `schema.ts` on Node 20, which cannot import TypeScript. It runs what is built; `bun run test` builds first. */
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { planFolder } from "../src/generate.ts";
import { runtimes } from "./support/runtimes.ts";

const node20 = runtimes.findRuntime("node20");

test.skipIf(node20 === undefined)(
  "schema.ts, and what it imports, gives the same packages on Node 20 (needs node20)",
  async () => {
    const folder = join(import.meta.dirname, "fixtures/environments/commented");
    const program = join(import.meta.dirname, "support/plan-folder.mjs");
    const { stdout, stderr } = spawnSync(node20?.path ?? "", [program, folder], {
      env: runtimes.envFor("node20"),
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    const { plan, diagnostics } = await planFolder(folder, { python: true });
    const files = plan?.files.map(({ path, content }) => ({ path, content }));
    expect(files?.length).toBeGreaterThan(10);
    expect(JSON.parse(stdout)).toEqual({ files, diagnostics });
  },
  60_000,
);
