/** Runs the client suite under Deno.test, which also fails a case that leaves something running behind. */
import { clientCases } from "../client-cases.ts";
import { reportApi, reported } from "../report.ts";

/** The part of Deno's API that is used. */
declare const Deno: { test(name: string, run: () => Promise<void>): void };

for (const each of clientCases) Deno.test(each.name, () => reported(each));
Deno.test("the API", reportApi);
