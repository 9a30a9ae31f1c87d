/** The names that are made, and the literals they are written as. */
import { envNames } from "@openenv/core/schema";
import { describe, expect, test } from "bun:test";
import { isIdentifier, typeName } from "../src/print/identifier.ts";
import { objectKey, propertyName, stringLiteral } from "../src/print/literal.ts";
import { fieldTitle } from "../src/publish/field-title.ts";

describe("one name, everywhere", () => {
  const table = [
    // given         wire            slug            client           action            server
    ["echo_env", "echo_env", "echo-env", "EchoEnv", "EchoAction", "echoServer"],
    ["echo-env", "echo_env", "echo-env", "EchoEnv", "EchoAction", "echoServer"],
    ["echo", "echo", "echo", "EchoEnv", "EchoAction", "echoServer"],
    ["grid_world", "grid_world", "grid-world", "GridWorldEnv", "GridWorldAction", "gridWorldServer"],
    ["connect4_env", "connect4_env", "connect4-env", "Connect4Env", "Connect4Action", "connect4Server"],
    ["tbench2_env", "tbench2_env", "tbench2-env", "Tbench2Env", "Tbench2Action", "tbench2Server"],
    ["env", "env", "env", "EnvEnv", "EnvAction", "envServer"],
  ] as const;
  test.each(table)("%s", (given, wire, slug, client, action, server) => {
    const names = envNames(given);
    expect({ wire: names.wire, slug: names.slug }).toEqual({ wire, slug });
    expect({ client: names.client, action: names.action, server: names.server }).toEqual({ client, action, server });
  });

  test.each(["", "Echo", "1echo", "echo__env", "_echo", "écho", "echo env", "constructor/../x"])(
    "not a name: %p",
    (name) => {
      expect(() => envNames(name)).toThrow(/not an environment name/);
    },
  );
});

describe("type names", () => {
  test.each([
    ["pkg_b__Item", "PkgBItem"],
    ["Item-Input", "ItemInput"],
    ["List[int]", "ListInt"],
    ["größe", "Größe"],
    ["日本", "日本"],
    ["呵呵", "呵呵"],
    ["3DAction", "N3DAction"],
    ["1强更", "N1强更"],
    ["🙂", ""],
    ["﷽", ""],
    ["a/b", "AB"],
    ["", ""],
  ])("CG-12 CG-13: %p becomes %p", (text, name) => {
    expect(typeName(text)).toBe(name);
    if (name !== "") expect(isIdentifier(name)).toBe(true);
  });
});

describe("field titles, as Python's str.title() makes them", () => {
  test.each([
    ["image_base64", "Image Base64"],
    ["total_weight", "Total Weight"],
    ["openURL", "Openurl"],
    ["3d_view", "3D View"],
    ["x2y", "X2Y"],
    ["_private", "Private"],
    ["größe", "Größe"],
    ["it's", "It'S"],
    ["a__b", "A  B"],
    ["", ""],
  ])("%p → %p", (name, title) => {
    expect(fieldTitle(name)).toBe(title);
  });
});

describe("what stands in a source file", () => {
  const texts = [
    "",
    "a",
    "a-b",
    'a"b',
    "a'b",
    "a`b${c}",
    "a\\b",
    "a\nb",
    "a\u2028b",
    "</script>",
    "*/",
    "\u0000",
    "\ud800",
    `"'`,
  ];

  test.each(texts)("the string literal of %p is that string", (text) => {
    const literal = stringLiteral(text);
    expect(literal).not.toMatch(/[\n\r\u2028\u2029]/);
    expect(evaluate(literal)).toBe(text);
  });

  test.each([...texts, "__proto__", "constructor", "class", "größe", "日本", "🙂", "1abc", "$ref"])(
    "CG-08 CG-10: the key %p is that key, as an own property",
    (text) => {
      expect(Object.keys(evaluate(`({ ${objectKey(text)}: 1 })`) as object)).toEqual([text]);
    },
  );

  test("quotes only where they are needed", () => {
    expect(["a", "größe", "class", "a-b", "1a", "", "1"].map(propertyName)).toEqual([
      "a",
      "größe",
      "class",
      '"a-b"',
      '"1a"',
      '""',
      '"1"',
    ]);
  });
});

function evaluate(code: string): unknown {
  // oxlint-disable-next-line no-eval
  return (0, eval)(code);
}
