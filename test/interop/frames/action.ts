/** Actions of the twins, right and wrong. */
import * as fc from "fast-check";
import type { TwinName } from "../twins.ts";
import { integerText, jsonText, numberText, objectText, stringText } from "./json-text.ts";

const array = (item: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.array(item, { maxLength: 3 }).map((items) => `[${items.join(",")}]`);
const choice = (...values: readonly string[]): fc.Arbitrary<string> =>
  fc.constantFrom(...values).map((value) => JSON.stringify(value));
const object = (fields: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<string> =>
  fc
    .tuple(...Object.entries(fields).map(([name, value]) => value.map((text) => [name, text] as const)))
    .map(objectText);

const point = fc.oneof(object({ x: numberText, y: numberText }), object({ x: numberText }));
const shape = fc.oneof(
  object({ kind: choice("circle"), radius: numberText }),
  object({ kind: choice("square"), side: numberText }),
  object({ kind: choice("star", "circle") }),
);
const tree = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 2 },
    object({ label: stringText }),
    object({ label: stringText, children: array(tie("tree")) }),
  ),
})).tree;

/** The fields of each environment, as text that is right more often than not. */
const fieldsOf: Readonly<Partial<Record<TwinName, Readonly<Record<string, fc.Arbitrary<string>>>>>> = {
  echo: { message: stringText },
  counter: { delta: fc.oneof(fc.integer({ min: 1, max: 10 }).map(String), numberText) },
  faulty: {
    command: choice("ok", "raise", "raise_late", "bad_observation", "not_finite", "unserializable", "break_state"),
  },
  tools: {
    type: choice("call_tool", "call_tool", "list_tools"),
    tool_name: choice("add", "describe", "bump", "fail", "nope"),
    arguments: fc.oneof(
      object({ a: integerText, b: integerText }),
      object({ subject: stringText, style: choice("short", "long") }),
      object({ by: integerText }),
      fc.constant("{}"),
    ),
  },
  rich: {
    mode: choice("plain", "fancy"),
    point,
    path: array(point),
    note: fc.oneof(stringText, fc.constant("null")),
    value: fc.oneof(integerText, stringText, array(numberText)),
    color: choice("red", "green", "blue", "pink"),
    weights: fc.array(fc.tuple(fc.string({ maxLength: 4 }), numberText), { maxLength: 3 }).map(objectText),
    grid: array(array(integerText)),
    shape: fc.oneof(shape, fc.constant("null")),
    tree: fc.oneof(tree, fc.constant("null")),
    serial: integerText,
    text: stringText,
  },
};

/** A field that is there, one that is not, and one that holds anything. */
function member(name: string, right: fc.Arbitrary<string>): fc.Arbitrary<readonly (readonly [string, string])[]> {
  return fc.oneof(
    { weight: 8, arbitrary: right.map((value) => [[name, value] as const]) },
    { weight: 1, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: jsonText.map((value) => [[name, value] as const]) },
  );
}

const metadata = fc.array(fc.tuple(stringText, jsonText), { maxLength: 2 }).map((members) => {
  return objectText(members.map(([name, value]) => [JSON.parse(name) as string, value] as const));
});

/** The action of a step, as text. */
export function actionText(env: TwinName): fc.Arbitrary<string> {
  const own = Object.entries(fieldsOf[env] ?? {}).map(([name, right]) => member(name, right));
  const extra = fc.oneof(
    { weight: 8, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.tuple(fc.string({ maxLength: 4 }), jsonText).map((pair) => [pair]) },
    { weight: 2, arbitrary: fc.oneof(metadata, jsonText).map((value) => [["metadata", value] as const]) },
  );
  return fc.tuple(...own, extra).map((parts) => objectText(parts.flat()));
}
