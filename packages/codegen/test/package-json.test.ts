/** The generated package.json: complete when new, merged when there is one. */
import { describe, expect, test } from "bun:test";
import { twins } from "./fixtures/pydantic/twins.ts";
import { planZod } from "./support/plans.ts";

const plan = planZod(twins["echo"] ?? expectTwin());
const file = plan.files.find(({ path }) => path === "client/package.json");
const merge = (existing: unknown): unknown => {
  const text = `${JSON.stringify(existing, undefined, 2)}\n`;
  return JSON.parse(file?.merge?.(text) ?? "null") as unknown;
};
const fresh = JSON.parse(file?.content ?? "null") as Record<string, unknown>;

test("sources come first in every export, then types, then the build", () => {
  const exports = Object.entries(fresh["exports"] as Record<string, unknown>).filter(
    ([key]) => key !== "./package.json",
  );
  expect(exports.map(([key]) => key)).toEqual([".", "./schema", "./manifest", "./spec"]);
  for (const [, conditions] of exports) {
    expect(Object.keys(conditions as object)).toEqual(["@openenv/source", "types", "default"]);
  }
});

test("says what it is", () => {
  expect(fresh).toMatchObject({
    name: "@openenv/echo",
    license: "BSD-3-Clause",
    type: "module",
    sideEffects: false,
    engines: { node: ">=20.19" },
    dependencies: { "@openenv/core": "^0.1.0" },
    peerDependencies: { zod: "^4.6.0" },
  });
});

describe("merging", () => {
  test("changes nothing where nothing is missing, not even the layout", () => {
    const text = JSON.stringify(fresh);
    expect(file?.merge?.(text)).toBe(text);
  });

  test("never overwrites what the author wrote", () => {
    const own = {
      ...fresh,
      name: "@acme/echo",
      version: "9.9.9",
      license: "MIT",
      dependencies: { "@openenv/core": "1.0.0", left: "1.0.0" },
      exports: { ".": "./mine.js" },
      custom: { kept: true },
    };
    const merged = merge(own) as Record<string, unknown>;
    expect(merged).toMatchObject({ ...own, exports: { ".": "./mine.js" } });
    expect(merged["exports"]).toHaveProperty(["./schema", "default"], "./dist/gen/schema.js");
  });

  test("fills in what generated code relies on, and leaves the rest out", () => {
    const merged = merge({ name: "@acme/echo" }) as Record<string, unknown>;
    expect(merged).toMatchObject({
      name: "@acme/echo",
      type: "module",
      dependencies: { "@openenv/core": "^0.1.0" },
    });
    expect(merged).not.toHaveProperty("license");
  });

  test.each(["", "{", "[]", "null"])("leaves %p to its author", (text) => {
    expect(file?.merge?.(text)).toBe(text);
  });
});

function expectTwin(): never {
  throw new Error("there is no twin");
}
