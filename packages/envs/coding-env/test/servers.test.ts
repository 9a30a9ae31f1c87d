/** All cases, over the wire, against a server on each runtime. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { findRuntime, runtimeNames, type RuntimeName } from "openenv-scripts/runtimes.ts";
import { escapeCount } from "./cases/escapes.ts";
import { codingCases } from "./cases/index.ts";
import { type CodingServerProcess, startCodingServer } from "./harness/coding-server.ts";
import { descendants, untilGone } from "./harness/processes.ts";

/** Starting an interpreter keeps a core busy for seconds; on a shared machine for longer. */
const LIMIT_MS = 180_000;

for (const name of runtimeNames) {
  if (findRuntime(name) === undefined) test.skip(`coding_env on ${name}: this runtime is not on the machine`, () => {});
  else describe(`coding_env on ${name}`, () => suite(name));
}

test("there are at least 60 attempts to escape", () => {
  expect(escapeCount).toBeGreaterThanOrEqual(60);
});

function suite(name: RuntimeName): void {
  let server: CodingServerProcess;
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
      const children = descendants(server.pid);
      expect(await server.stop()).toBe(0);
      expect(await untilGone(children)).toEqual([]);
    },
    LIMIT_MS,
  );
}
