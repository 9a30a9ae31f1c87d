import { expect, spyOn, test } from "bun:test";

import { stderrLog } from "../../src/serve/stderr-log.ts";

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
  const text = written(() => stderrLog.error("It failed.", { error, sessionId: "s", episodeId: null }));
  expect(text).toStartWith("error: It failed. sessionId=s ");
  for (const part of ["outer", "inner", "the root", "stderr-log.test.ts"]) expect(text).toContain(part);
  expect(text).not.toContain("episodeId");
});

test("a warning is one line, and what goes well is none", () => {
  expect(written(() => stderrLog.warn("Refused.", { error: new Error("full") }))).toBe("warning: Refused. full\n");
  expect(written(() => stderrLog.warn("Dropped."))).toBe("warning: Dropped.\n");
  expect(
    written(() => {
      stderrLog.debug("x", { error: new Error("x") });
      stderrLog.info("x");
    }),
  ).toBe("");
});
