/** Watching sources: told of what matters, once, and of nothing else. */
import { expect, test } from "bun:test";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { watchEnvironments } from "../src/watch.ts";

test("a changed schema is told once, other files are not", async () => {
  const folder = await mkdtemp(join(tmpdir(), "openenv-watch-"));
  try {
    const told: string[] = [];
    using watching = watchEnvironments([folder], (changed) => told.push(changed));
    await writeFile(join(folder, "README.md"), "x");
    await Bun.sleep(200);
    expect(told).toEqual([]);
    await writeFile(join(folder, "schema.ts"), "1");
    await writeFile(join(folder, "schema.ts"), "2");
    await writeFile(join(folder, "openenv.yaml"), "3");
    await until(() => told.length > 0);
    await Bun.sleep(200);
    expect(told).toEqual([folder]);
    expect(watching).toBeDefined();
    await writeFile(join(folder, "my.schema.json"), "{}");
    await until(() => told.length > 1);
  } finally {
    await rm(folder, { recursive: true });
  }
});

async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 4000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error("nothing was told");
    await Bun.sleep(10);
  }
}
