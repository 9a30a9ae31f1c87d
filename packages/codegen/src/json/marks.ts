/**
 * Keywords that carry what JSON Schema has no word for from a zod schema to the reader. They never leave this package.
 */

/** An integer of any size: `bigint` in TypeScript. */
export const BIG_INTEGER = "openenv:bigInteger";

/** A string format that zod checks: `{ factory: "email", pattern: "…" }`. */
export const CHECKED_FORMAT = "openenv:checkedFormat";

/** A default that is made anew each time, which Pydantic does not publish: `Field(default_factory=list)`. */
export const DEFAULT_FACTORY = "openenv:defaultFactory";
