import { expect, test } from "bun:test";
import { type Board, COLUMNS, drop, emptyBoard, hasWon, openColumns, type Place, type Player, ROWS } from "./board.ts";

/** A board from six lines: `x` is 1, `o` is −1. */
function board(...lines: readonly string[]): Board {
  const places: Readonly<Record<string, Place>> = { x: 1, o: -1 };
  return lines.map((line) => [...line].map((letter) => places[letter] ?? 0));
}

test("a new board has six rows of seven empty places", () => {
  expect(emptyBoard()).toEqual(Array.from({ length: ROWS }, () => Array(COLUMNS).fill(0)));
  expect(openColumns(emptyBoard())).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test("a piece falls to the lowest empty place, and the old board stays as it was", () => {
  const empty = emptyBoard();
  const once = drop(empty, 3, 1);
  const twice = drop(once ?? empty, 3, -1);
  expect(twice?.map((row) => row[3])).toEqual([0, 0, 0, 0, -1, 1]);
  expect(empty).toEqual(emptyBoard());
});

test("a full column, and one that does not exist, take no piece", () => {
  let full: Board = emptyBoard();
  for (let turn = 0; turn < ROWS; turn += 1) full = drop(full, 0, turn % 2 === 0 ? 1 : -1) ?? full;
  expect(drop(full, 0, 1)).toBeUndefined();
  expect(openColumns(full)).toEqual([1, 2, 3, 4, 5, 6]);
  for (const column of [-1, 7, 1e9, 0.5]) expect(drop(full, column, 1)).toBeUndefined();
});

test("every line of four wins, for its player alone", () => {
  let lines = 0;
  for (const [down, right] of [
    [0, 1],
    [1, 0],
    [1, 1],
    [1, -1],
  ] as const) {
    for (let row = 0; row < ROWS; row += 1) {
      for (let column = 0; column < COLUMNS; column += 1) {
        const end = [row + 3 * down, column + 3 * right] as const;
        if (end[0] >= ROWS || end[1] < 0 || end[1] >= COLUMNS) continue;
        lines += 1;
        for (const player of [1, -1] as const) {
          const places = emptyBoard().map((each) => each.slice());
          for (let step = 0; step < 4; step += 1) (places[row + step * down] ?? [])[column + step * right] = player;
          expect(hasWon(places, player)).toBe(true);
          expect(hasWon(places, -player as Player)).toBe(false);
          (places[row + 2 * down] ?? [])[column + 2 * right] = 0;
          expect(hasWon(places, player)).toBe(false);
        }
      }
    }
  }
  expect(lines).toBe(69);
});

test("lines do not go round the edge", () => {
  const wrapped = board(".......", ".......", ".......", "......x", "xx....x", "x.....x");
  expect(hasWon(wrapped, 1)).toBe(false);
});
