/** The original's kind of client, in Python, against our server. */
import { expect, test } from "bun:test";
import { join } from "node:path";
import { serve } from "@openenv/core/serve";
import { codingEnvironment } from "@openenv/coding-env-server";
import { openenvPython, openenvPythonMissing } from "./harness/python.ts";

const name = "a Python CodingEnv client drives the server";

interface Seen {
  readonly what: string;
  readonly [field: string]: unknown;
}

const python = openenvPython;
if (python === undefined) test.skip(`${name}: ${openenvPythonMissing}`, () => {});
else {
  test(
    name,
    async () => {
      await using server = await serve(codingEnvironment({ pool: { min: 1 } }), { port: 0 });
      const child = Bun.spawn([python, join(import.meta.dirname, "harness/coding_client.py"), server.url], {
        stdout: "pipe",
        stderr: "pipe",
      });
      const [output, errors, code] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
        child.exited,
      ]);
      expect({ code, errors: code === 0 ? "" : errors }).toEqual({ code: 0, errors: "" });
      const seen = output
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line) as Seen);
      const [first, ...rest] = seen;
      expect(first).toEqual({ what: "reset", stdout: "", stderr: "", exit_code: 0, reward: 0, done: false });
      expect(rest.map(({ stdout, exit_code, reward }) => [stdout, exit_code, reward])).toEqual([
        ["", 0, 0.1],
        ["hi\n21\n", 0, 0.1],
        ["", 1, 0.1],
        ["", 0, -0.9],
        ["", 1, -0.1],
        ["世界 🙂\n", 0, 0.1],
        [undefined, undefined, undefined],
        ["", 0, 0],
        ["", 1, 0.1],
      ]);
      expect(rest[2]?.["stderr"]).toMatch(/ZeroDivisionError: division by zero\n$/);
      expect(rest[6]).toEqual({ what: "state", step_count: 7, last_exit_code: 7 });
      expect(rest[8]?.["stderr"]).toMatch(/NameError: name 'x' is not defined/);
    },
    120_000,
  );
}
