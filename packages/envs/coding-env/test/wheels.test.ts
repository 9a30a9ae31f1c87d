/** Libraries come from wheels that lie beside the server. */
import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CodingEnv } from "@openenv/coding-env";
import { codingEnvironment } from "@openenv/coding-env-server";
import { connectInProcess } from "@openenv/core/testing";
import { makeWheel } from "./harness/wheel.ts";

const folder = mkdtempSync(join(tmpdir(), "coding-wheels-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Stands in for numpy, whose wheel for this Python is on no registry that tests can reach. */
const wheel = makeWheel({
  "numpy/__init__.py": "__version__ = '0.0'\ndef arange(n): return list(range(n))\n",
  "numpy-0.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: numpy\nVersion: 0.0\n",
  "numpy-0.0.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
  "numpy-0.0.dist-info/RECORD": "",
});

test("numpy is there when its wheel is, in every session", async () => {
  writeFileSync(join(folder, "numpy-0.0-py3-none-any.whl"), wheel);
  const environment = codingEnvironment({ wheels: [folder], languages: ["python"], pool: { min: 0 } });
  await using env = await connectInProcess(CodingEnv, environment);
  for (let episode = 0; episode < 2; episode += 1) {
    await env.reset();
    const { observation } = await env.step({
      code: "import numpy as np, os\nnp.__version__, np.arange(3), os.listdir()",
    });
    expect(observation).toEqual({ stdout: "('0.0', [0, 1, 2], [])\n", stderr: "", exit_code: 0 });
  }
}, 120_000);

test("a wheel that does not exist fails the start, and names it", async () => {
  const environment = codingEnvironment({ wheels: [join(folder, "missing.whl")] });
  const error: unknown = await connectInProcess(CodingEnv, environment)
    .then((env) => env.reset())
    .catch((reason: unknown) => reason);
  expect(String(error)).toContain("missing.whl");
});
