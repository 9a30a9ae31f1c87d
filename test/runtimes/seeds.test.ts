/** The same seed gives the same episode, whichever runtime serves it: an echo, a counter that draws, and a game. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { GenericEnvClient, type JsonObject } from "@openenv/core";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { findRuntime, runtimeNames, type Runtime } from "openenv-scripts/runtimes.ts";
import { startServer } from "openenv-scripts/start-server.ts";
import { verifies } from "../conformance/verifies.ts";
import { FixtureProcess } from "./harness/fixture-process.ts";

/** Processes have to start, four of them on a busy machine. */
const LIMIT_MS = 120_000;
const MAX_STEPS = 30;

interface Player {
  readonly reset: JsonObject;
  act(observation: JsonObject, index: number): JsonObject;
}

const players = {
  echo: { reset: {}, act: (_seen, index) => ({ message: `message ${index}` }) },
  dice: { reset: {}, act: () => ({}) },
  connect4: {
    reset: { opponent: "random" },
    act: ({ legal_actions: columns }) => ({ column: (columns as number[])[0] }),
  },
} as const satisfies Readonly<Record<string, Player>>;

type Game = keyof typeof players;

/** Nothing of these depends on the runtime, so they are written down. The echo has nothing that a seed could change. */
const EPISODES: Readonly<Record<Game, Readonly<Record<string, string>>>> = {
  echo: {
    "0": "d5fc52acd495b987",
    "7": "d5fc52acd495b987",
    "-7": "d5fc52acd495b987",
    "4294967303": "d5fc52acd495b987",
    "9007199254740991": "d5fc52acd495b987",
  },
  dice: {
    "0": "8eae75ebac3df482",
    "7": "c06011bd67e44e34",
    "-7": "57ccb40b45e33ce5",
    "4294967303": "312dfde88d195166",
    "9007199254740991": "edf0b7ec57daf74f",
  },
  connect4: {
    "0": "05ed0687b157777c",
    "7": "92af4ad2d8422e9a",
    "-7": "ccf8bc4a53d067f9",
    "4294967303": "a16f475b5d39dd37",
    "9007199254740991": "7d8099b60141b9bc",
  },
};

for (const name of runtimeNames) {
  const runtime = findRuntime(name);
  if (runtime === undefined) test.skip(`seeds on ${name}: this runtime is not on the machine`, () => {});
  else describe(`seeds on ${name}`, () => suite(runtime));
}

function suite(runtime: Runtime): void {
  const ends = new AsyncDisposableStack();
  const urls = new Map<string, string>();

  beforeAll(async () => {
    const program = (env: string): string => join(import.meta.dirname, `../../packages/envs/${env}/server/src/main.ts`);
    const flags = ["--port=0", "--max-concurrent-envs=8"];
    const fixture = ends.use(await FixtureProcess.start(runtime));
    urls.set("dice", (await fixture.serve("dice")).url);
    const execution = { kind: "worker", poolSize: 1 };
    urls.set("dice in a worker", (await fixture.serve("dice", { options: { execution } })).url);
    urls.set("echo", ends.use(await startServer(runtime.name, program("echo-env"), flags)).url);
    urls.set("connect4", ends.use(await startServer(runtime.name, program("connect4-env"), flags)).url);
  }, LIMIT_MS);
  afterAll(() => ends.disposeAsync());

  const games = Object.keys(players) as Game[];
  test.each([...games, "dice in a worker"])("%s: an episode depends on its seed and on nothing else", async (name) => {
    verifies("session:seed");
    const baseUrl = urls.get(name) ?? "";
    const game = games.find((each) => name.startsWith(each)) ?? "echo";
    const seeds = Object.keys(EPISODES[game]);
    await using first = new GenericEnvClient({ baseUrl });
    await using second = new GenericEnvClient({ baseUrl });
    // In two sessions at once, and in an order of their own.
    const [here, there] = await Promise.all([
      episodes(first, players[game], seeds),
      episodes(second, players[game], seeds.toReversed()),
    ]);
    expect(here).toEqual(EPISODES[game]);
    expect(there).toEqual(here);
  });
}

async function episodes(
  env: GenericEnvClient,
  player: Player,
  seeds: readonly string[],
): Promise<Readonly<Record<string, string>>> {
  const digests: Record<string, string> = {};
  for (const seed of seeds) {
    const seen: unknown[] = [];
    const params = { ...player.reset, seed: Number(seed) };
    for await (const turn of env.episode(params, { keepOpen: true, maxSteps: MAX_STEPS })) {
      const { observation, reward, done, index } = turn;
      seen.push([observation, reward, done]);
      turn.act(player.act(observation, index));
    }
    digests[seed] = createHash("sha256").update(JSON.stringify(seen)).digest("hex").slice(0, 16);
  }
  return digests;
}
