/** The client of faulty. Add what its users need; the rest is generated. */
export * from "./gen/index.ts";
