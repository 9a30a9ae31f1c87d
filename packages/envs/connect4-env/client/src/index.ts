/** The client of connect4_env. Add what its users need; the rest is generated. */
export * from "./gen/index.ts";
