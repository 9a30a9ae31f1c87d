/** The client of rich. Add what its users need; the rest is generated. */
export * from "./gen/index.ts";
