/** Secrets must not reach errors and logs. */
import { expect, test } from "bun:test";
import { Redactor } from "../../src/providers/redactor.ts";

test("hides what is called a secret, what sounds like one, and logins in URLs", () => {
  const redactor = Redactor.of({ API_KEY: "k-1234", PORT: "8000", HF_TOKEN: "hf_abcdef" }, "other-secret", undefined);
  const text = "k-1234 on 8000: hf_abcdef, other-secret, https://user:pass@host/x and git+https://tok@host";
  expect(redactor.redact(text)).toBe("*** on 8000: ***, ***, https://***@host/x and git+https://***@host");
});

test("a secret that holds another is hidden whole, and very short values are no secrets", () => {
  expect(new Redactor(["abcd", "abcdefgh", "no"]).redact("abcdefgh abcd no")).toBe("*** *** no");
});
