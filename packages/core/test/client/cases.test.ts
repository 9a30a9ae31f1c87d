import { test } from "bun:test";
import { cases } from "./cases.ts";

/** For machines that are busy with other things, in milliseconds. */
const LIMIT_MS = 60_000;

for (const each of cases) test(each.name, () => each.run(), LIMIT_MS);
