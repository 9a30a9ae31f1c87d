/** The client of echo. Add what its users need; the rest is generated. */
export * from "./gen/index.ts";
