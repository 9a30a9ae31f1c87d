/** What connect4_env does, over the wire. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { Connect4Env } from "@openenv/connect4-env";
import { connect4Server } from "@openenv/connect4-env-server";
import { serve } from "@openenv/core/serve";

let server: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  server = await serve(connect4Server, { port: 0 });
});
afterAll(() => server.close());

async function play(env: Connect4Env, columns: readonly number[]) {
  const results = [];
  for (const column of columns) results.push(await env.step({ column }));
  return results;
}

test("a reset gives an empty board, all columns, and a reward of 0", async () => {
  await using env = await Connect4Env.connect(server.url);
  const { observation, reward, done } = await env.reset({ episode_id: "game" });
  expect(observation.board).toEqual(Array.from({ length: 6 }, () => [0, 0, 0, 0, 0, 0, 0]));
  expect({ legal: observation.legal_actions, reward, done }).toEqual({
    legal: [0, 1, 2, 3, 4, 5, 6],
    reward: 0,
    done: false,
  });
  expect(await env.state()).toMatchObject({ episode_id: "game", step_count: 0, next_player: 1 });
});

test("without an opponent the moves alternate, and four in a row wins 1", async () => {
  await using env = await Connect4Env.connect(server.url);
  await env.reset();
  const results = await play(env, [0, 1, 0, 1, 0, 1, 0]);
  expect(results.map(({ reward, done }) => [reward, done])).toEqual([
    ...Array.from({ length: 6 }, () => [0, false]),
    [1, true],
  ]);
  expect(results[6]?.observation.board.map((row) => row.slice(0, 2))).toEqual([
    [0, 0],
    [0, 0],
    [1, 0],
    [1, -1],
    [1, -1],
    [1, -1],
  ]);
  expect(results[6]?.observation.legal_actions).toEqual([]);
  expect((await env.state()).next_player).toBe(-1);
});

test("a finished game stays as it is", async () => {
  await using env = await Connect4Env.connect(server.url);
  await env.reset();
  const won = (await play(env, [0, 1, 0, 1, 0, 1, 0])).at(-1);
  const after = await env.step({ column: 5 });
  expect(after).toMatchObject({ reward: 0, done: true });
  expect(after.observation).toEqual(won?.observation as typeof after.observation);
});

test.each([7, -1, 3])("an illegal move (%d) costs 1 and ends the game", async (column) => {
  await using env = await Connect4Env.connect(server.url);
  await env.reset();
  await play(env, [3, 3, 3, 3, 3, 3]);
  const { observation, reward, done } = await env.step({ column });
  expect({ reward, done, legal: observation.legal_actions }).toEqual({ reward: -1, done: true, legal: [] });
});

test("a full board is a draw", async () => {
  await using env = await Connect4Env.connect(server.url);
  await env.reset();
  const order = [
    0, 1, 0, 1, 0, 1, 1, 0, 1, 0, 1, 0, 2, 3, 2, 3, 2, 3, 3, 2, 3, 2, 3, 2, 4, 5, 4, 5, 4, 5, 5, 4, 5, 4, 5, 4,
  ];
  const results = await play(env, [...order, 6, 6, 6, 6, 6, 6]);
  expect(results.slice(0, -1).every(({ reward, done }) => reward === 0 && !done)).toBe(true);
  expect(results.at(-1)).toMatchObject({ reward: 0, done: true });
});

test.each(["random", "careful"] as const)("a %s opponent plays the same game for the same seed", async (opponent) => {
  const game = async (seed: number): Promise<string> => {
    await using env = await Connect4Env.connect(server.url);
    let { observation, done } = await env.reset({ seed, opponent });
    let reward: unknown = 0;
    while (!done) {
      const column = observation.legal_actions[0] ?? 0;
      ({ observation, done, reward } = await env.step({ column }));
    }
    return JSON.stringify([observation.board, reward]);
  };
  const games = await Promise.all([game(7), game(7), ...Array.from({ length: 8 }, (_, seed) => game(seed))]);
  expect(games[0]).toBe(games[1]);
  expect(new Set(games).size).toBeGreaterThan(1);
});

test("the careful opponent blocks, and wins when it is let", async () => {
  await using env = await Connect4Env.connect(server.url);
  await env.reset({ seed: 1, opponent: "careful" });
  const [, , third] = await play(env, [0, 0, 0]);
  // Three in the first column: the fourth place is the opponent's now, unless a game with this seed went otherwise.
  expect(third?.observation.board[2]?.[0]).toBe(-1);
  let losses = 0;
  for (let seed = 0; seed < 12; seed += 1) {
    let { observation, done } = await env.reset({ seed, opponent: "careful" });
    let reward: unknown = 0;
    while (!done) ({ observation, done, reward } = await env.step({ column: observation.legal_actions.at(-1) ?? 0 }));
    if (reward === -1) losses += 1;
  }
  expect(losses).toBeGreaterThan(0);
});
