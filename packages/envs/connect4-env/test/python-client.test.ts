/** The original's kind of client, in Python, against our server. */
import { expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { connect4Server } from "@openenv/connect4-env-server";
import { serve } from "@openenv/core/serve";

const places = [process.env["OPENENV_PYTHON"], join(import.meta.dirname, "../../../../.cache/venv/bin/python")];
const python = places.find((path) => path !== undefined && path !== "" && existsSync(path));
const name = "a Python Connect4Env client drives the server";

if (python === undefined) test.skip(`${name}: set OPENENV_PYTHON to a Python with openenv 0.10.0`, () => {});
else {
  test(
    name,
    async () => {
      await using server = await serve(connect4Server, { port: 0 });
      const child = Bun.spawn([python, join(import.meta.dirname, "harness/connect4_client.py"), server.url], {
        stderr: "pipe",
      });
      const [output, errors] = await Promise.all([
        new Response(child.stdout).text(),
        new Response(child.stderr).text(),
      ]);
      expect({ code: await child.exited, errors }).toMatchObject({ code: 0 });
      const seen = JSON.parse(output) as Record<string, unknown>;
      expect(seen).toMatchObject({
        rewards: [0, 0, 0, 0, 0, 0, 0, 1],
        done: true,
        next_player: -1,
        illegal: [-1, true, true],
      });
    },
    60_000,
  );
}
