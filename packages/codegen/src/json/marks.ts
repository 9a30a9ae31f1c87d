/**
 * Keywords that carry what JSON Schema has no word for from a zod schema to the reader. They never leave this package.
 */

/** An integer of any size: `bigint` in TypeScript. */
export const BIG_INTEGER = "openenv:bigInteger";
