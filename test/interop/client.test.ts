/** Our clients against servers of the original: the typed ones of the twins, and the generic one. */
import { afterAll, beforeAll, describe, setDefaultTimeout } from "bun:test";
import { blockingTests } from "./client/blocking.ts";
import { errorTests } from "./client/errors.ts";
import { sessionTests } from "./client/sessions.ts";
import { valueTests } from "./client/values.ts";
import { describeWithPython } from "./harness/python.ts";
import { PythonServers } from "./harness/python-servers.ts";

/** The first import of openenv takes seconds, on a busy machine many. */
setDefaultTimeout(60_000);

const environments = ["echo", "counter", "slow", "faulty", "broken", "rich"] as const;

describeWithPython("our clients and the original's servers", suite);

function suite(interpreter: string): void {
  let servers: PythonServers;
  beforeAll(async () => {
    servers = await PythonServers.start(interpreter, [...environments.map((env) => `${env}:16` as const), "echo:2"]);
  });
  afterAll(() => servers[Symbol.asyncDispose]());

  const url = (name: string): string => servers.url(name === "full" ? "echo:2" : `${name}:16`);
  describe("values", () => valueTests(url));
  describe("errors", () => errorTests(url));
  describe("sessions", () => sessionTests(url, interpreter));
  describe("blocking", () => blockingTests(url));
}
