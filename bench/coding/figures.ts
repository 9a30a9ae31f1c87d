/** What is measured of the coding environment, on one runtime. */
import { performance } from "node:perf_hooks";
import { CodingEnv } from "@openenv/coding-env";
import { type StartedServer, startServer } from "openenv-scripts/start-server.ts";
import type { RuntimeName } from "openenv-scripts/runtimes.ts";
import { join } from "node:path";
import { settledTree } from "./resident-tree.ts";

const program = join(import.meta.dirname, "../../packages/envs/coding-env/server/src/main.ts");

export interface Figures {
  /** From the start of the program to `/health` 200: the first interpreter, from nothing. Milliseconds. */
  readonly firstInterpreter: number;
  /** From connecting to the first step's answer, when an interpreter is ready. Milliseconds. */
  readonly firstStepWarm: number;
  /** The same when none is ready, so that the reset waits for one from a snapshot. Milliseconds. */
  readonly firstStepCold: number;
  /** The first step alone when none was ready: the wait is in the reset. Milliseconds. */
  readonly stepAfterColdReset: number;
  /** Steps a second of one session, one after the other. */
  readonly stepsOne: number;
  /** Steps a second of eight sessions together. */
  readonly stepsEight: number;
  /** Memory of one more session, server and workers together, in MB. */
  readonly sessionMegabytes: number;
  /** Time of a step beside a session in an endless loop, to its time alone. */
  readonly besideLoop: number;
}

const SESSIONS = 8;
const CODE = "x = 1\nx + 1";

export async function measure(runtime: RuntimeName, steps: number): Promise<Figures> {
  const began = performance.now();
  await using cold = await start(runtime, 0);
  const firstInterpreter = performance.now() - began;
  // The first interpreter is ready even with `min` 0: one session takes it out of the way.
  const taken = await connect(cold.url);
  await taken.reset();
  const coldStart = await firstStep(cold.url);
  await taken.close();
  await cold.stop();

  await using warm = await start(runtime, SESSIONS + 2);
  const pid = warm.child.pid ?? 0;
  await settledTree(pid);
  const warmStart = await firstStep(warm.url);
  await settledTree(pid);

  const sessions: CodingEnv[] = [];
  const session = async (): Promise<CodingEnv> => {
    const env = await connect(warm.url);
    sessions.push(env);
    await env.reset();
    await env.step({ code: CODE });
    return env;
  };
  const one = await session();
  const stepsOne = await rate([one], steps);
  // The pool has to be full again, before and after, so that only the sessions differ.
  const before = await settledTree(pid);
  while (sessions.length <= SESSIONS) await session();
  const sessionMegabytes = ((await settledTree(pid)) - before) / SESSIONS / 1e6;
  const stepsEight = await rate(sessions.slice(0, SESSIONS), steps);
  const alone = 1000 / (await rate([one], steps));
  const loop = sessions[SESSIONS]?.step({ code: "while True: pass" }).catch(() => undefined);
  const beside = 1000 / (await rate([one], steps));
  await Promise.all(sessions.map((env) => env.close()));
  await loop;
  return {
    firstInterpreter,
    firstStepWarm: warmStart.total,
    firstStepCold: coldStart.total,
    stepAfterColdReset: coldStart.step,
    stepsOne,
    stepsEight,
    sessionMegabytes,
    besideLoop: beside / alone,
  };
}

async function start(runtime: RuntimeName, min: number): Promise<StartedServer> {
  const server = await startServer(runtime, program, ["--port", "0", "--max-concurrent-envs", "64"], {
    ...process.env,
    CODING_POOL_MIN: String(min),
    CODING_STEP_TIMEOUT_MS: "60000",
  });
  while (!(await fetch(`${server.url}/health`)).ok) await pause(20);
  return server;
}

async function connect(url: string): Promise<CodingEnv> {
  return CodingEnv.connect(url, { messageTimeoutMs: 120_000 });
}

async function firstStep(url: string): Promise<{ readonly total: number; readonly step: number }> {
  const began = performance.now();
  await using env = await connect(url);
  await env.reset();
  const ready = performance.now();
  await env.step({ code: CODE });
  const end = performance.now();
  return { total: end - began, step: end - ready };
}

async function rate(sessions: readonly CodingEnv[], steps: number): Promise<number> {
  const began = performance.now();
  await Promise.all(
    sessions.map(async (env) => {
      for (let step = 0; step < steps; step += 1) await env.step({ code: CODE });
    }),
  );
  return (steps * sessions.length * 1000) / (performance.now() - began);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
