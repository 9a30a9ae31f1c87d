/** Our Python against CPython: a thousand random programs print the same, and succeed or fail alike. */
import { expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { CodingEnv } from "@openenv/coding-env";
import { codingEnvironment } from "@openenv/coding-env-server";
import { connectInProcess } from "@openenv/core/testing";
import { cpython } from "./harness/python.ts";
import { randomNumbers, snippet } from "./harness/snippets.ts";

const full = process.env["OPENENV_TEST_FULL"] === "1";
const COUNT = full ? 10_000 : 1000;
const SEED = Number(process.env["CODING_SNIPPET_SEED"] ?? 20_261);

const name = `${COUNT} random programs do the same as in CPython (seed ${SEED})`;

const peer = cpython;
if (peer === undefined) test.skip(`${name}: there is no CPython 3.10 or newer on the PATH`, () => {});
else {
  test(
    name,
    async () => {
      const random = randomNumbers(SEED);
      const programs = Array.from({ length: COUNT }, (_, index) => snippet(`s${index}`, random));
      const answers = spawnSync(peer, [join(import.meta.dirname, "harness/cpython_peer.py")], {
        input: JSON.stringify(programs),
        encoding: "utf8",
        maxBuffer: 1 << 28,
      });
      const expected = JSON.parse(answers.stdout) as [ok: boolean, stdout: string][];

      await using env = await connectInProcess(
        CodingEnv,
        codingEnvironment({ pool: { min: 0 }, languages: ["python"] }),
      );
      await env.reset();
      const different: unknown[] = [];
      for (const [index, code] of programs.entries()) {
        const { observation } = await env.step({ code });
        const [ok, stdout] = expected[index] as [boolean, string];
        if (observation.stdout !== stdout || (observation.exit_code === 0) !== ok) {
          different.push({ code, expected: { ok, stdout }, observation });
        }
      }
      expect(different).toEqual([]);
      // A comparison of failures alone would prove little.
      expect(expected.filter(([ok]) => ok).length).toBeGreaterThan(COUNT / 2);
    },
    180_000,
  );
}
