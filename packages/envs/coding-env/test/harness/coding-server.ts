/** The coding server as a program on one runtime, ready to run code. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { CodingEnv } from "@openenv/coding-env";
import type { RuntimeName } from "openenv-scripts/runtimes.ts";
import { startServer } from "openenv-scripts/start-server.ts";
import { CaseBench, STEP_TIMEOUT_MS } from "../cases/coding-case.ts";
import { canary } from "../cases/escapes.ts";

export const program: string = join(import.meta.dirname, "../../server/src/main.ts");

const START_LIMIT_MS = 120_000;

export interface CodingServerProcess extends AsyncDisposable {
  readonly url: string;
  readonly bench: CaseBench;
  readonly pid: number;
  /** What `/health` answered, from first to last. */
  readonly health: readonly string[];
  /** Sends SIGTERM; gives the exit code. */
  stop(): Promise<number | null>;
}

/** Starts a server and waits until `/health` says that it is healthy. */
export async function startCodingServer(
  runtime: RuntimeName,
  variables: Readonly<Record<string, string>> = {},
): Promise<CodingServerProcess> {
  const folder = mkdtempSync(join(tmpdir(), "coding-canary-"));
  const file = join(folder, "secret.txt");
  writeFileSync(file, canary.text);
  process.env["CODING_CANARY_FILE"] = file;
  const server = await startServer(runtime, program, ["--port", "0", "--max-concurrent-envs", "64"], {
    ...process.env,
    CODING_STEP_TIMEOUT_MS: String(STEP_TIMEOUT_MS),
    CODING_ACQUIRE_TIMEOUT_MS: "170000",
    CODING_POOL_MIN: "2",
    CODING_POOL_MAX: "40",
    [canary.variable]: canary.text,
    ...variables,
  });
  const health = await untilHealthy(server.url);
  const shared = new CodingEnv({ baseUrl: server.url, messageTimeoutMs: 170_000 });
  await shared.reset();
  const stop = async (): Promise<number | null> => {
    await shared.close();
    rmSync(folder, { recursive: true, force: true });
    return server.stop();
  };
  return {
    url: server.url,
    bench: new CaseBench(server.url, shared),
    pid: server.child.pid ?? 0,
    health,
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}

async function untilHealthy(url: string): Promise<readonly string[]> {
  const seen: string[] = [];
  const end = performance.now() + START_LIMIT_MS;
  while (performance.now() < end) {
    const response = await fetch(`${url}/health`);
    const { status } = (await response.json()) as { status: string };
    const line = `${response.status} ${status}`;
    if (seen.at(-1) !== line) seen.push(line);
    if (response.ok) return seen;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the server was not healthy within ${START_LIMIT_MS / 1000} s: ${seen.join(", ")}`);
}
