/** Our clients against servers of the original: the typed ones of the twins, and the generic one. */
import { afterAll, beforeAll, describe, setDefaultTimeout } from "bun:test";
import { blockingTests } from "./client/blocking.ts";
import { errorTests } from "./client/errors.ts";
import { mirrorTests } from "./client/mirror.ts";
import { schemaTests } from "./client/schemas.ts";
import { sessionTests } from "./client/sessions.ts";
import { surfaceTests } from "./client/surface.ts";
import { valueTests } from "./client/values.ts";
import { describeWithPython } from "./harness/python.ts";
import { PythonServers } from "./harness/python-servers.ts";

/** The first import of openenv takes seconds, on a busy machine many. */
setDefaultTimeout(60_000);

const environments = ["echo", "counter", "slow", "faulty", "broken", "rich", "tools", "tasks"] as const;

/** Those with few slots. */
const small: Readonly<Record<string, `${string}:${number}`>> = { full: "echo:2", "two tools": "tools:2" };

describeWithPython("our clients and the original's servers", suite);

function suite(interpreter: string): void {
  let servers: PythonServers;
  beforeAll(async () => {
    servers = await PythonServers.start(interpreter, [
      ...environments.map((env) => `${env}:16` as const),
      ...Object.values(small),
    ]);
  });
  afterAll(() => servers[Symbol.asyncDispose]());

  const url = (name: string): string => servers.url(small[name] ?? `${name}:16`);
  describe("values", () => valueTests(url));
  describe("errors", () => errorTests(url));
  describe("sessions", () => sessionTests(url, interpreter));
  describe("the kit's checks of clients", () => mirrorTests(url));
  describe("schemas", () => schemaTests(url));
  describe("blocking", () => blockingTests(url));
  describe("beyond single calls", () => surfaceTests(url));
}
