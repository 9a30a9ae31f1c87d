/** The client of coding_env. Add what its users need; the rest is generated. */
export * from "./gen/index.ts";
