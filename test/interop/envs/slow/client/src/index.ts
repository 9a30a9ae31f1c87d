/** The client of slow. Add what its users need; the rest is generated. */
export * from "./gen/index.ts";
