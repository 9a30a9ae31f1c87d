/**
 * The check of an object's members by the pattern of their key, and of what it must not be.
 */
import type { ObjectNode } from "../ir/node.ts";
import type { Printable } from "../print/printable.ts";
import { pythonString } from "./literal.ts";
import { pythonPattern } from "./pattern.ts";
import { python } from "./python-file.ts";
import { called, statements, suite } from "./syntax.ts";
import { annotation, checks, typeOf, type TypeScope } from "./type-of.ts";

/** Nothing where the object asks for no such check. */
export function membersCheck(node: ObjectNode, scope: TypeScope): Printable | undefined {
  const { patterns = [], minProperties, maxProperties, not = [] } = node;
  const limits = [minProperties, maxProperties].filter((limit) => limit !== undefined);
  if (patterns.length + limits.length + not.length === 0) return undefined;
  const any = python("Any", "typing");
  const entries = patterns.flatMap(({ pattern, node: member }): Printable[] => {
    const text = pythonPattern(pattern);
    if (text === undefined) scope.leftOut(member.source, `the pattern ${pattern}`);
    return text === undefined ? [] : [[pythonString(text), ": ", annotation(typeOf(member, scope))]];
  });
  const known = [...(node.base?.properties ?? []), ...node.properties].map(({ name }) => `${pythonString(name)},`);
  const options: Printable[] = [
    "value",
    ...(entries.length === 0 ? [] : [["patterns=", called("{", entries, "}")]]),
    ...(entries.length === 0 || node.unknownKeys !== "reject" ? [] : [`known=(${known.join(" ")})`, "closed=True"]),
    ...(minProperties === undefined ? [] : [`least=${minProperties}`]),
    ...(maxProperties === undefined ? [] : [`most=${maxProperties}`]),
    ...(not.length === 0 ? [] : [["refused=(", not.map((other) => [annotation(typeOf(other, scope)), ", "]), ")"]]),
  ];
  return statements([
    [`@`, python("model_validator", "pydantic"), `(mode="before")`],
    "@classmethod",
    suite(
      ["def _check_members(cls, value: ", any, ") -> ", any],
      [["return ", called([checks, ".check_members("], options, ")")]],
    ),
  ]);
}
