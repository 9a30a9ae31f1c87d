/** The schemas that core has of every harness are what the generator makes of such an environment. */
import { expect, test } from "bun:test";
import { planFolder } from "@openenv/codegen";
import { defineHarness } from "@openenv/core/server";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { verifies } from "../conformance/verifies.ts";

test("they are those of an action with a message and an observation without fields, and so is their hash", async () => {
  verifies("harness:schema");
  const folder = join(import.meta.dirname, "harness-env");
  mkdirSync(folder, { recursive: true });
  try {
    writeFileSync(join(folder, "openenv.yaml"), "name: harness_env\nversion: 0.1.0\n");
    writeFileSync(
      join(folder, "schema.ts"),
      'import { defineSchema } from "@openenv/core/schema";\nimport { z } from "zod";\nexport default defineSchema({ ' +
        'name: "harness_env", action: { message: z.string().describe("The user\'s message for this turn.") }, observation: {} });\n',
    );
    const { plan, diagnostics } = await planFolder(folder);
    expect(diagnostics).toEqual([]);
    const text = (path: string): string => plan?.files.find((file) => file.path === path)?.content ?? "";
    const { manifest } = defineHarness({ name: "harness_env" }, () => ({
      start() {},
      async *turn() {},
      stop() {},
    })).spec;
    expect(text("client/src/gen/manifest.ts")).toContain(manifest.schemaHash);
    const module = text("client/src/gen/json-schema.ts");
    const file = join(folder, "json-schema.ts");
    writeFileSync(file, module);
    const printed = (await import(file)) as Record<string, unknown>;
    expect(printed["harnessActionJsonSchema"]).toEqual(manifest.jsonSchema.action);
    expect(printed["harnessObservationJsonSchema"]).toEqual(manifest.jsonSchema.observation);
    expect(printed["harnessStateJsonSchema"]).toEqual(manifest.jsonSchema.state);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
