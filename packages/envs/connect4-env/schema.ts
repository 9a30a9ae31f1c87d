/** What goes over the wire for connect4_env: as the original has it, with an opponent to ask for. */
import { defineSchema } from "@openenv/core/schema";
import { z } from "zod";

const board = z
  .array(z.array(z.int()))
  .describe("Six rows from the top, seven columns: 1, −1, or 0 for an empty place");

export default defineSchema({
  name: "connect4_env",
  description: "Four in a row on seven columns and six rows",
  action: { column: z.int().describe("Column to drop a piece into, 0 to 6") },
  observation: {
    board,
    legal_actions: z.array(z.int()).describe("Columns that are not full; none when the game is over"),
  },
  state: { board, next_player: z.int().default(1).describe("Whose turn it is: 1 or −1") },
  reset: {
    opponent: z
      .enum(["none", "random", "careful"])
      .default("none")
      .describe("Who plays −1: the caller too, a random player, or one that wins and blocks where it can"),
  },
});
