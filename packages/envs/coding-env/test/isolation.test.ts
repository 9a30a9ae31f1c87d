/** How far sandboxes are kept from the server, and that they end with it, however it ends. */
import { expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { CodingEnv } from "@openenv/coding-env";
import { codingEnvironment } from "@openenv/coding-env-server";
import { connectInProcess } from "@openenv/core/testing";
import { findRuntime } from "openenv-scripts/runtimes.ts";
import { failed, wrote } from "./cases/coding-case.ts";
import { pythonCases } from "./cases/python.ts";
import { startCodingServer } from "./harness/coding-server.ts";
import { descendants, untilGone } from "./harness/processes.ts";

const LIMIT_MS = 120_000;

if (findRuntime("node24") === undefined) test.skip("isolation: process: node24 is not on the machine", () => {});
else {
  test(
    "isolation: process gives each session a process of few rights, without environment and with an empty folder",
    async () => {
      await using server = await startCodingServer("node24", { CODING_ISOLATION: "process", CODING_POOL_MIN: "1" });
      for (const { run } of pythonCases.slice(0, 3)) await run(server.bench);
      const workers = descendants(server.pid).filter((pid) => commandOf(pid).includes("process-main"));
      expect(workers.length).toBeGreaterThan(0);
      for (const pid of workers) {
        expect(commandOf(pid)).toContain("--permission");
        if (!existsSync("/proc/self/environ")) continue;
        expect(readFileSync(`/proc/${pid}/environ`, "utf8")).toBe("");
        expect(readdirSync(`/proc/${pid}/cwd`)).toEqual([]);
      }
      await using session = await server.bench.session();
      failed(await server.bench.python("while True: pass", session), /^Timeout: /, 124);
      wrote(await server.bench.python("1 + 1", session), "2\n");
    },
    LIMIT_MS,
  );
}

test("isolation: container without an image says what is lacking (test/providers has it with one)", async () => {
  const error: unknown = await connectInProcess(CodingEnv, codingEnvironment({ isolation: "container" }))
    .then((env) => env.reset())
    .catch((reason: unknown) => reason);
  expect(String(error)).toMatch(/needs the image of this environment: container\.image/);
});

test(
  "a server that is killed takes its sandboxes along, also one in an endless loop",
  async () => {
    const server = await startCodingServer("bun", { CODING_STEP_TIMEOUT_MS: "100000", CODING_POOL_MIN: "1" });
    const children = descendants(server.pid);
    expect(children.length).toBeGreaterThan(0);
    const folder = children.map(folderOf).find((path) => path?.includes("openenv-sandbox-"));
    const lost = server.bench.python("while True: pass").catch((error: unknown) => error);
    await Bun.sleep(300);
    process.kill(server.pid, "SIGKILL");
    expect(await lost).toBeInstanceOf(Error);
    expect(await untilGone(children)).toEqual([]);
    if (folder !== undefined) expect(existsSync(folder)).toBe(false);
    await server.stop();
  },
  LIMIT_MS,
);

function commandOf(pid: number): string {
  return Bun.spawnSync(["ps", "-o", "args=", "-p", String(pid)]).stdout.toString();
}

/** Where a process runs, where `/proc` tells. */
function folderOf(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
