/** All cases, over the wire, against a server on each runtime. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { findRuntime, runtimeNames, type RuntimeName } from "openenv-scripts/runtimes.ts";
import { escapeCount } from "./cases/escapes.ts";
import { codingCases } from "./cases/index.ts";
import { type CodingServerProcess, startCodingServer } from "./harness/coding-server.ts";

/** Starting an interpreter keeps a core busy for seconds; on a shared machine for longer. */
const LIMIT_MS = 180_000;

for (const name of (process.env.ONLY?.split(",") ?? runtimeNames) as typeof runtimeNames) {
  if (findRuntime(name) === undefined) test.skip(`coding_env on ${name}: this runtime is not on the machine`, () => {});
  else describe(`coding_env on ${name}`, () => suite(name));
}

test("there are at least 60 attempts to escape", () => {
  expect(escapeCount).toBeGreaterThanOrEqual(60);
});

function suite(name: RuntimeName): void {
  let server: CodingServerProcess;
  let children: readonly number[] = [];
  beforeAll(async () => {
    server = await startCodingServer(name);
  }, LIMIT_MS);
  afterAll(() => server?.[Symbol.asyncDispose](), LIMIT_MS);

  test("/health says starting until the first interpreter is ready", () => {
    expect(server.health).toEqual(["503 starting", "200 healthy"]);
  });

  for (const { title, run } of codingCases) test(title, () => run(server.bench), LIMIT_MS);

  test(
    "the server ends when it is asked to, and leaves no process behind",
    async () => {
      children = descendants(server.pid);
      expect(await server.stop()).toBe(0);
      await Bun.sleep(200);
      expect(children.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
    },
    LIMIT_MS,
  );
}

/** Process ids below one, where `/proc` tells. */
function descendants(parent: number): readonly number[] {
  if (!existsSync("/proc/self/stat")) return [];
  const { stdout } = Bun.spawnSync(["ps", "-e", "-o", "pid=,ppid="]);
  const pairs = stdout
    .toString()
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (id: number): readonly number[] =>
    pairs.filter(([, ppid]) => ppid === id).flatMap(([pid = 0]) => [pid, ...below(pid)]);
  return below(parent);
}
