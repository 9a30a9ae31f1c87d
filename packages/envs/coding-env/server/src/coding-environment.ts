/**
 * Puts the coding environment together: options in, a definition for `serve` out.
 */
import process from "node:process";
import { CodingSession } from "./coding-session.ts";
import { type CodingServer, defineCodingEnvironment } from "./gen/index.ts";
import { type CodingOptions, type CodingSettings, resolveOptions } from "./options.ts";
import { SandboxPool } from "./pool/sandbox-pool.ts";
import { startContainers } from "./sandbox/container-host.ts";
import { runtimeName } from "./sandbox/process-command.ts";
import { prepareProcesses } from "./sandbox/process-host.ts";
import { startThread } from "./sandbox/thread-host.ts";
import { type CodeTransform, composeTransforms } from "./transform/code-transform.ts";
import { qualityTransform } from "./transform/quality.ts";
import { safetyTransform } from "./transform/safety.ts";
import { findWheels } from "./wheels.ts";

/** The original's reward: −1 for dangerous code, +0.1 for short code, −0.2 for code that does not compile. */
export const defaultTransform: CodeTransform = composeTransforms(safetyTransform(), qualityTransform());

interface Running {
  readonly settings: CodingSettings;
  readonly pool: SandboxPool;
  readonly ready: Promise<void>;
  servers: number;
  close(): Promise<void>;
}

/**
 * A coding environment with options of your own. Options win over the variables `CODING_…` of the process, which are
 * read when a server starts.
 *
 * @throws InvalidArgumentError for an invalid option, naming it; for a variable, the server's start fails with it
 */
export function codingEnvironment(options: CodingOptions = {}): CodingServer {
  // Servers of one definition share the interpreters.
  let running: Running | undefined;
  const { transform = defaultTransform } = options;
  // What is wrong with the options is said here; the variables may change until a server starts.
  resolveOptions(options, {});
  return defineCodingEnvironment(
    () => {
      // `setup` runs before the first session and `close` after the last.
      const { pool, settings } = running as Running;
      return new CodingSession({ pool, stepTimeoutMs: settings.stepTimeoutMs, transform });
    },
    {
      setup: async ({ signal }) => {
        running ??= start(options);
        const mine = running;
        mine.servers += 1;
        const stop = (): void => void mine.close();
        signal.addEventListener("abort", stop);
        try {
          await mine.ready;
        } catch (error) {
          // A server that did not start is not closed either.
          if (running === mine) running = undefined;
          await mine.close();
          throw error;
        } finally {
          signal.removeEventListener("abort", stop);
        }
      },
      close: async () => {
        if (running === undefined) return;
        running.servers -= 1;
        if (running.servers > 0) return;
        const last = running;
        running = undefined;
        await last.close();
      },
    },
  );
}

function start(options: CodingOptions): Running {
  const settings = resolveOptions(options, process.env);
  const wheels = settings.languages.includes("python") ? findWheels(options.wheels) : [];
  // See thread-host.ts for why a worker is a thread on Node alone.
  const asThread = settings.isolation === "worker" && runtimeName === "node";
  const ground =
    settings.isolation === "container"
      ? { start: startContainers({ ...settings, wheels }), close: () => undefined }
      : asThread
        ? { start: startThread, close: () => undefined }
        : prepareProcesses(wheels);
  const pool = new SandboxPool({
    startWorker: ground.start,
    settings: { ...settings, wheels },
    ...settings.pool,
    acquireTimeoutMs: settings.acquireTimeoutMs,
    log: options.log ?? (() => undefined),
  });
  return {
    settings,
    pool,
    ready: pool.start(),
    servers: 0,
    close: async () => {
      await pool.close();
      ground.close();
    },
  };
}
