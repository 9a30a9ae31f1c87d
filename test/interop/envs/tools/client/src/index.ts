/** The client of tools. Add what its users need; the rest is generated. */
export * from "./gen/index.ts";
