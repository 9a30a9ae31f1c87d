/** Those who can play against the caller. Their choices depend on the board and the episode's seed alone. */
import type { Random } from "@openenv/core/server";
import { type Board, drop, hasWon, openColumns, type Player } from "./board.ts";

/** Chooses among the open columns, of which there is at least one. */
export type Opponent = (board: Board, player: Player, random: Random) => number;

export const randomOpponent: Opponent = (board, _player, random) => random.pick(openColumns(board));

/** Wins where it can, blocks where it must, and else plays at random. */
export const carefulOpponent: Opponent = (board, player, random) => {
  const other: Player = player === 1 ? -1 : 1;
  return winningColumn(board, player) ?? winningColumn(board, other) ?? random.pick(openColumns(board));
};

function winningColumn(board: Board, player: Player): number | undefined {
  return openColumns(board).find((column) => hasWon(drop(board, column, player) ?? board, player));
}
