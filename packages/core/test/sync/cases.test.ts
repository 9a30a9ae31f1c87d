import { test } from "bun:test";
import { syncCases } from "./cases.ts";

/** A reply of 100 MiB takes a while on a busy machine. */
for (const each of syncCases) test(each.name, () => each.run(), 60_000);
