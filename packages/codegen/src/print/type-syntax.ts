/**
 * Types, laid out as the formatter does. A type is kept as data until it is printed, because a union looks different in
 * each place it can stand.
 */
import { group, ifBroken, indent, join, line, softLine, type Printable } from "./printable.ts";
import { bracketed, objectType } from "./syntax.ts";

export type TypeExpression =
  | { readonly kind: "name"; readonly text: Printable }
  | { readonly kind: "array"; readonly items: TypeExpression }
  | { readonly kind: "tuple"; readonly items: readonly TupleItem[] }
  | { readonly kind: "object"; readonly members: readonly TypeMember[] }
  | { readonly kind: "generic"; readonly name: Printable; readonly args: readonly TypeExpression[] }
  | { readonly kind: "union"; readonly members: readonly TypeExpression[] }
  | { readonly kind: "intersection"; readonly members: readonly TypeExpression[] };

export interface TupleItem {
  readonly type: TypeExpression;
  readonly optional: boolean;
  readonly rest: boolean;
}

/** A property, or an index signature when `index` is set. */
export interface TypeMember {
  readonly name: string;
  readonly optional: boolean;
  readonly index?: boolean | undefined;
  readonly type: TypeExpression;
  readonly comment?: Printable | undefined;
}

/** Where a type stands. */
type Place = "statement" | "element" | "argument" | "item";

export function nameType(text: Printable): TypeExpression {
  return { kind: "name", text };
}

/** A union without doubles; of one member, that member. */
export function unionType(members: readonly TypeExpression[]): TypeExpression {
  const flat = members.flatMap((item) => (item.kind === "union" ? item.members : [item]));
  const seen = new Set<string>();
  const distinct = flat.filter((item) => {
    const key = JSON.stringify(item);
    return !seen.has(key) && seen.add(key);
  });
  const [first] = distinct;
  return distinct.length === 1 && first !== undefined ? first : { kind: "union", members: distinct };
}

/** Prints a type that stands behind `name: ` or `type Name = `. */
export function printType(type: TypeExpression): Printable {
  return printAt(type, "statement");
}

/** `name?: Type;` without the semicolon. */
export function printTypeMember({ name, optional, index = false, type }: TypeMember): Printable {
  return [index ? `[${name}: string]` : name, optional ? "?" : "", ": ", printType(type)];
}

function printAt(type: TypeExpression, place: Place): Printable {
  switch (type.kind) {
    case "name":
      return type.text;
    case "array":
      return [printAt(type.items, "element"), "[]"];
    case "tuple":
      return bracketed(
        "[",
        type.items.map((item) => printTupleItem(item, type.items.length)),
        "]",
      );
    case "object":
      return objectType(type.members.map(printTypeMember));
    case "generic":
      return [type.name, bracketedArguments(type.args)];
    case "union":
      return printUnion(type.members, place);
    case "intersection": {
      const printed = join(
        type.members.map((item) => printAt(item, "element")),
        " & ",
      );
      return place === "element" ? ["(", printed, ")"] : printed;
    }
  }
}

function printTupleItem({ type, optional, rest }: TupleItem, count: number): Printable {
  const printed = printAt(type, optional || rest ? "element" : count > 1 ? "item" : "argument");
  if (rest) return ["...", printed, "[]"];
  return optional ? [printed, "?"] : printed;
}

/** No comma behind the last type argument, and one alone does not break. */
function bracketedArguments(args: readonly TypeExpression[]): Printable {
  const printed = args.map((item) => printAt(item, "argument"));
  if (args.length === 1) return ["<", printed, ">"];
  return group(["<", indent([softLine, join(printed, [",", line])]), softLine, ">"]);
}

function printUnion(members: readonly TypeExpression[], place: Place): Printable {
  if (hugs(members)) {
    const printed = join(
      members.map((item) => printAt(item, "argument")),
      " | ",
    );
    return place === "element" ? ["(", printed, ")"] : printed;
  }
  const printed = members.map((item) => indent(printAt(item, item.kind === "union" ? "element" : "argument")));
  const start = place === "statement" || place === "element" ? line : "";
  const code: Printable = [ifBroken([start, "| "]), join(printed, [line, "| "])];
  switch (place) {
    case "element":
      return ["(", group([indent(code), softLine]), ")"];
    case "item":
      return group([indent([ifBroken(["(", softLine]), code]), softLine, ifBroken(")")]);
    case "statement":
      return group(indent(code));
    case "argument":
      return group(code);
  }
}

/** `{ … } | null` keeps its brace on the line. */
function hugs(members: readonly TypeExpression[]): boolean {
  const objects = members.filter(({ kind }) => kind === "object");
  return objects.length === 1 && members.every((item) => item.kind === "object" || isNull(item));
}

function isNull(type: TypeExpression): boolean {
  return type.kind === "name" && type.text === "null";
}
