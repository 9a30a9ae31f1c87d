import { expect, spyOn, test } from "bun:test";

import { InvalidArgumentError } from "@openenv/core";
import { loggerFromVariables, stderrLogger } from "../../src/serve/stderr-log.ts";

const byDefault = stderrLogger("warn");

function written(log: () => void): string {
  const write = spyOn(process.stderr, "write").mockImplementation(() => true);
  try {
    log();
    return write.mock.calls.map(([text]) => String(text)).join("");
  } finally {
    write.mockRestore();
  }
}

test("a failure is written with its stack and all its causes", () => {
  const error = new Error("outer", { cause: new Error("inner", { cause: "the root" }) });
  const text = written(() => byDefault.error("It failed.", { error, sessionId: "s", episodeId: null }));
  expect(text).toStartWith("error: It failed. sessionId=s ");
  for (const part of ["outer", "inner", "the root", "stderr-log.test.ts"]) expect(text).toContain(part);
  expect(text).not.toContain("episodeId");
});

test("a warning is one line, and what goes well is none", () => {
  expect(written(() => byDefault.warn("Refused.", { error: new Error("full") }))).toBe("warning: Refused. full\n");
  expect(written(() => byDefault.warn("Dropped."))).toBe("warning: Dropped.\n");
  expect(
    written(() => {
      byDefault.debug("x", { error: new Error("x") });
      byDefault.info("x");
    }),
  ).toBe("");
});

test("OPENENV_LOG asks for a level, OPENENV_LOG_FORMAT for JSON: one record a line, ids and error in it", () => {
  const log = loggerFromVariables({ OPENENV_LOG: "INFO", OPENENV_LOG_FORMAT: "json" });
  const error = new InvalidArgumentError("seed", "too large", { cause: "the root" });
  const lines = written(() => {
    log?.debug("not this");
    log?.info("A session began.", { sessionId: "s", episodeId: null });
    log?.error("It failed.", { sessionId: "s", error });
  });
  const records = lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(records).toMatchObject([
    { level: "info", message: "A session began.", sessionId: "s", episodeId: null },
    { level: "error", error: { name: "InvalidArgumentError", code: "INVALID_ARGUMENT", cause: "the root" } },
  ]);
  expect(String(records[0]?.["time"])).toMatch(/^\d{4}-\d\d-\d\dT/);
});

test("without OPENENV_LOG there is no logger, and another level or format is named", () => {
  expect(loggerFromVariables({})).toBeUndefined();
  expect(loggerFromVariables({ OPENENV_LOG: "silent" }, "warn")).toBeUndefined();
  for (const name of ["OPENENV_LOG", "OPENENV_LOG_FORMAT"]) {
    expect(() => loggerFromVariables({ [name]: "loud" })).toThrow(name);
  }
});
