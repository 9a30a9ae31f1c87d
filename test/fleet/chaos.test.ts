/** A fleet whose servers are killed at random while it is used: every rollout ends, well or with an error that says why. */
import { expect, test } from "bun:test";
import { OpenEnvError } from "@openenv/core";
import { EnvFleet } from "@openenv/core/fleet";
import { ProcessProvider } from "@openenv/core/providers";
import { SlowEnv } from "@openenv-interop/slow";
import { join } from "node:path";
import { verifies } from "../conformance/verifies.ts";
import { killListener, processesWith, until } from "../providers/harness/processes.ts";

const source = join(import.meta.dirname, "../interop/envs/slow/server/src/main.ts");
const full = process.env["OPENENV_TEST_FULL"] === "1";
const ROLLOUTS = full ? 2000 : 200;
const AT_ONCE = 32;
const mark = `chaos-${process.pid}`;
const left = (): readonly number[] => processesWith(`OPENENV_TEST_MARK=${mark}`);

/** Always the same sequence of numbers below 1, so that a failure can be had again. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

test(
  `${ROLLOUTS} rollouts while servers are killed at random: all end, and the fleet heals`,
  async () => {
    verifies("fleet:chaos");
    const random = randomNumbers(9);
    {
      await using fleet = await EnvFleet.start({
        provider: () =>
          new ProcessProvider({ source, runtime: "bun", maxConcurrentEnvs: AT_ONCE, env: { OPENENV_TEST_MARK: mark } }),
        replicas: 4,
        probeIntervalMs: 200,
        restartPauseMs: 10,
        waitForSlotMs: 60_000,
      });
      const outcomes: ("played" | OpenEnvError)[] = [];
      let begun = 0;
      let kills = 0;
      const player = async (): Promise<void> => {
        while (begun < ROLLOUTS) {
          begun += 1;
          const length = 1 + Math.floor(random() * 8);
          outcomes.push(await play(fleet, length).catch((error: unknown) => typed(error)));
          // One of each twelve rollouts takes a server with it.
          if (outcomes.length % 12 === 0) kills += killOne(fleet, random);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, player));
      expect(outcomes.length).toBe(ROLLOUTS);
      const failed = outcomes.filter((outcome) => outcome !== "played");
      expect(kills).toBeGreaterThan(5);
      expect(failed.length).toBeGreaterThan(0);
      expect(new Set(failed.map(({ code }) => code))).toEqual(new Set(["SESSION_LOST"]));
      await until("four are ready", () => fleet.replicas().filter(({ state }) => state === "ready").length === 4);
      expect(await play(fleet, 2)).toBe("played");
    }
    await until("no process is left", () => left().length === 0);
  },
  full ? 600_000 : 120_000,
);

async function play(fleet: EnvFleet, length: number): Promise<"played"> {
  await using env = await fleet.connect(SlowEnv);
  await env.reset();
  for (let step = 0; step < length; step += 1) {
    expect((await env.step({ ms: 10 + step })).observation.waited_ms).toBe(10 + step);
  }
  return "played";
}

function typed(error: unknown): OpenEnvError {
  if (error instanceof OpenEnvError) return error;
  throw error;
}

/** 1 when there was one to kill. */
function killOne(fleet: EnvFleet, random: () => number): number {
  const ready = fleet.replicas().filter(({ state }) => state === "ready");
  const victim = ready[Math.floor(random() * ready.length)];
  if (victim === undefined) return 0;
  try {
    killListener(victim.baseUrl, left());
    return 1;
  } catch {
    // It is dead already, and the fleet has not seen it yet.
    return 0;
  }
}
