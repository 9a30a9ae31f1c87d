/** OE-90: the client is for browsers too. */
import { expect, test } from "bun:test";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

test("OE-90: a browser bundle of the client holds no server, no ws and no node: module", async () => {
  const result = await Bun.build({
    entrypoints: [join(root, "src/index.ts")],
    target: "browser",
    conditions: ["@openenv/source", "browser"],
    external: ["zod"],
    metafile: true,
  });
  expect(result.success).toBe(true);
  const inputs = Object.keys(result.metafile?.inputs ?? {});
  // The limits of a launch are pure; what is launched is not.
  const others = inputs.filter((file) => !file.endsWith("providers/time-limit.ts"));
  expect(others.filter((file) => /(?:^|\/)(?:server|serve|providers)\//.test(file))).toEqual([]);
  expect(inputs.some((file) => file.endsWith("transport/websocket-native.ts"))).toBe(true);
  const [output] = result.outputs;
  const code = (await output?.text()) ?? "";
  const imports = [...code.matchAll(/^import .* from "(.*)";$/gm)].map((match) => match[1]);
  expect(imports).toEqual(["zod"]);
  expect(code).not.toMatch(/\brequire\(|\bprocess\.env\b|\bBuffer\./);
  // Providers are found at run time, and only when a server is to be started.
  expect(code.match(/\bimport\(.*/g)).toEqual([expect.stringMatching(/^import\((?:\/\*.*\*\/ )?module\d*\)/)]);
});
