/** OE-72: however our process ends, what it has started ends too, and the exit code is the one it would have been. */
import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { dockerEngine } from "./harness/engine.ts";
import { connection, containersOf, envImage } from "./harness/images.ts";
import { processesWith, until } from "./harness/processes.ts";

/** Nothing here waits for long, but the machine may be busy. */
setDefaultTimeout(60_000);

const odd = join(import.meta.dirname, "fixtures/odd-server.ts");
const LIMIT_MS = 60_000;
const mark = `cleanup-${process.pid}`;
const left = (): readonly number[] => processesWith(`OPENENV_TEST_MARK=${mark}`);

interface Dying extends AsyncDisposable {
  readonly child: Bun.Subprocess<"ignore", "pipe", "pipe">;
  /** Resolves when the server runs. */
  readonly started: Promise<unknown>;
}

function die(way: string, kind: "process" | "docker", options: object, runtimeOptions: readonly string[] = []): Dying {
  const file = join(import.meta.dirname, "fixtures/die.ts");
  const child = Bun.spawn([process.execPath, ...runtimeOptions, file, way, kind, JSON.stringify(options)], {
    env: { ...process.env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  return {
    child,
    started: child.stdout.getReader().read(),
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.exited;
    },
  };
}

describe("a process", () => {
  const options = { source: odd, runtime: "bun", env: { MODE: "grandchild", OPENENV_TEST_MARK: mark } };
  afterEach(() => until("no process is left", () => left().length === 0), LIMIT_MS);

  const ways = {
    throw: 1,
    exit: 7,
    forget: 0,
    kill: 137,
  } as const;
  for (const [way, code] of Object.entries(ways)) {
    test(
      `${way}: exit code ${code}`,
      async () => {
        await using dying = die(way, "process", options);
        expect(await dying.child.exited).toBe(code);
      },
      LIMIT_MS,
    );
  }

  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    test(
      `${signal}, as without us`,
      async () => {
        await using dying = die("wait", "process", options);
        await dying.started;
        expect(left().length).toBeGreaterThanOrEqual(2);
        dying.child.kill(signal);
        await dying.child.exited;
        expect(dying.child.signalCode).toBe(signal);
      },
      LIMIT_MS,
    );
  }

  test(
    "SIGINT while a blocking caller waits",
    async () => {
      await using dying = die("sync", "process", options);
      await dying.started;
      dying.child.kill("SIGINT");
      await dying.child.exited;
      expect(dying.child.signalCode).toBe("SIGINT");
    },
    LIMIT_MS,
  );

  test(
    "cleanupOnExit: false leaves it running",
    async () => {
      await using dying = die("exit", "process", { ...options, cleanupOnExit: false });
      expect(await dying.child.exited).toBe(7);
      expect(left().length).toBeGreaterThanOrEqual(2);
      for (const pid of left()) process.kill(pid, "SIGKILL");
    },
    LIMIT_MS,
  );
});

const engine = dockerEngine();
if ("missing" in engine) test.skip(`docker: ${engine.missing}`, () => {});
else
  describe("a container", () => {
    afterEach(() => until("no container is left", () => containersOf(engine).length === 0), LIMIT_MS);

    for (const way of ["throw", "exit", "forget"]) {
      test(
        way,
        async () => {
          await using dying = die(way, "docker", { ...connection(engine), image: await envImage(engine, "echo-env") });
          await dying.child.exited;
        },
        LIMIT_MS,
      );
    }

    test(
      "exit, by a runtime that ends its children first",
      async () => {
        const options = { ...connection(engine), image: await envImage(engine, "echo-env") };
        await using dying = die("exit", "docker", options, ["--no-orphans"]);
        expect(await dying.child.exited).toBe(7);
      },
      LIMIT_MS,
    );

    test(
      "Ctrl-C of a blocking caller",
      async () => {
        await using dying = die("sync", "docker", { ...connection(engine), image: await envImage(engine, "echo-env") });
        await dying.started;
        dying.child.kill("SIGINT");
        await dying.child.exited;
        expect(dying.child.signalCode).toBe("SIGINT");
      },
      LIMIT_MS,
    );
  });
