import { expect, test } from "bun:test";

import { checkEnvelope, isClientMessageType, isJsonObject } from "../../src/protocol/client-message.ts";

/** `type @ loc` of everything that is wrong, or null. */
function check(text: string): readonly string[] | null {
  const message = JSON.parse(text) as Record<string, unknown>;
  const { type } = message;
  if (!isClientMessageType(type)) throw new Error(`unknown type ${String(type)}`);
  return checkEnvelope(message, type)?.map((issue) => `${issue.type} @ ${issue.loc.join(".")}`) ?? null;
}

test("right envelopes pass", () => {
  const right = [
    '{"type":"reset"}',
    '{"type":"reset","data":{}}',
    '{"type":"step","data":{"a":1}}',
    '{"data":{},"type":"step"}',
    '{"type":"state"}',
    '{"type":"close"}',
    '{"type":"mcp","data":{}}',
  ];
  for (const text of right) expect(check(text)).toBeNull();
});

test("wrong ones are refused for everything that is wrong", () => {
  const wrong: Readonly<Record<string, readonly string[]>> = {
    '{"type":"step"}': ["missing @ data"],
    '{"type":"step","data":null}': ["dict_type @ data"],
    '{"type":"reset","data":null}': ["dict_type @ data"],
    '{"type":"reset","data":[]}': ["dict_type @ data"],
    '{"type":"mcp","data":"x","id":1}': ["dict_type @ data", "extra_forbidden @ id"],
    '{"type":"step","x":1}': ["extra_forbidden @ x", "missing @ data"],
    '{"type":"state","data":{}}': ["extra_forbidden @ data"],
    '{"type":"close","data":null,"__proto__":1}': ["extra_forbidden @ data", "extra_forbidden @ __proto__"],
  };
  for (const [text, issues] of Object.entries(wrong)) expect(check(text)).toEqual(issues);
});

test("the names of inherited members are no types", () => {
  for (const type of ["constructor", "toString", "__proto__", "", null, 1])
    expect(isClientMessageType(type)).toBe(false);
});

test("only what JSON calls an object is one", () => {
  expect([{}, [], null, "x", 1].map(isJsonObject)).toEqual([true, false, false, false, false]);
});
