/** Runs the client suite under bun:test. */
import { test } from "bun:test";
import { clientCases } from "../client-cases.ts";
import { reportApi, reported } from "../report.ts";

for (const each of clientCases) test(each.name, () => reported(each));
test("the API", reportApi);
