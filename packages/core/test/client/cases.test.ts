import { test } from "bun:test";
import { cases } from "./cases.ts";

for (const each of cases) test(each.name, () => each.run());
