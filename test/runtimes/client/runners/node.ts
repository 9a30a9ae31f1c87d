/** Runs the client suite under node:test. */
import { test } from "node:test";
import { clientCases } from "../client-cases.ts";
import { reportApi, reported } from "../report.ts";

for (const each of clientCases) void test(each.name, () => reported(each));
void test("the API", reportApi);
