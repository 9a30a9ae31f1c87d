/** The game as an environment: the caller's move, then the opponent's where there is one. */
import { type Board, drop, emptyBoard, hasWon, openColumns, type Player } from "./board.ts";
import { defineConnect4Environment } from "./gen/index.ts";
import { carefulOpponent, type Opponent, randomOpponent } from "./opponent.ts";

const opponents: Readonly<Record<string, Opponent | undefined>> = {
  random: randomOpponent,
  careful: carefulOpponent,
};

/** The board as it is sent: what the caller does to it is its own affair. */
function copyOf(board: Board): number[][] {
  return board.map((row) => row.slice());
}

export default defineConnect4Environment(
  () => {
    let board: Board = emptyBoard();
    let player: Player = 1;
    let opponent: Opponent | undefined;
    let over = false;

    const observe = () => ({
      board: copyOf(board),
      legal_actions: over ? [] : openColumns(board),
    });

    /** Plays one move that is legal. Gives 1 when it wins; the game may also end by it. */
    const play = (next: Board): number => {
      board = next;
      const won = hasWon(board, player);
      over = won || openColumns(board).length === 0;
      player = player === 1 ? -1 : 1;
      return won ? 1 : 0;
    };

    return {
      reset: (params) => {
        board = emptyBoard();
        player = 1;
        opponent = opponents[params.opponent];
        over = false;
        return { observation: observe(), reward: 0 };
      },
      step: ({ column }, { random }) => {
        // A finished game stays as it is.
        if (over) return { observation: observe(), reward: 0, done: true };
        const next = drop(board, column, player);
        // A move that cannot be made loses, as in the original.
        over = next === undefined;
        let reward = next === undefined ? -1 : play(next);
        if (!over && opponent !== undefined)
          reward = -play(drop(board, opponent(board, player, random), player) ?? board);
        // −0 is not what a lost nothing is.
        return { observation: observe(), reward: reward + 0, done: over };
      },
      state: () => ({ board: copyOf(board), next_player: player }),
    };
  },
  { module: import.meta.url },
);
