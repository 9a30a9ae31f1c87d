/** The board and the rules of four in a row. Pure: a move gives a new board. */

export const ROWS = 6;
export const COLUMNS = 7;

/** 1 moves first, −1 second. */
export type Player = 1 | -1;
export type Place = Player | 0;

/** Rows from the top. */
export type Board = readonly (readonly Place[])[];

/** Right, down, and the two diagonals: each line of four is found from its first place. */
const directions: readonly (readonly [number, number])[] = [
  [0, 1],
  [1, 0],
  [1, 1],
  [1, -1],
];

export function emptyBoard(): Board {
  return Array.from({ length: ROWS }, () => Array.from({ length: COLUMNS }, () => 0 as const));
}

/** Columns that a piece can be dropped into. */
export function openColumns(board: Board): number[] {
  return Array.from({ length: COLUMNS }, (_, column) => column).filter((column) => board[0]?.[column] === 0);
}

/** The board after `player` has dropped a piece, or `undefined` when the column is full or does not exist. */
export function drop(board: Board, column: number, player: Player): Board | undefined {
  const row = board.findLastIndex((places) => places[column] === 0);
  return row === -1 ? undefined : board.map((places, index) => (index === row ? places.with(column, player) : places));
}

/** Whether `player` has four in a row somewhere. */
export function hasWon(board: Board, player: Player): boolean {
  return board.some((places, row) =>
    places.some((_, column) =>
      directions.some(([down, right]) =>
        [0, 1, 2, 3].every((step) => board[row + step * down]?.[column + step * right] === player),
      ),
    ),
  );
}
