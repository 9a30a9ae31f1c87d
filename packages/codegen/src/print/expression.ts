/**
 * Expressions that emitters build: calls chained on a name, and the literals they take. An expression is kept as data
 * until it is printed, because where a chain breaks depends on how simple its arguments are.
 */
import { objectMember } from "./literal.ts";
import { group, hardLine, indent, join, type ImportedSymbol, type Printable } from "./printable.ts";
import { bracketed, objectLiteral } from "./syntax.ts";

export type Expression = Atom | List | ObjectExpression | Arrow | Chain;

/** A literal or a name. */
interface Atom {
  readonly kind: "atom";
  readonly text: Printable;
  /** Whether the formatter counts it as short: all but longer regular expressions. */
  readonly simple: boolean;
}

interface List {
  readonly kind: "list";
  readonly items: readonly Expression[];
}

interface ObjectExpression {
  readonly kind: "object";
  readonly members: readonly ObjectMember[];
  readonly broken: boolean;
}

/** A member of an object literal. */
export interface ObjectMember {
  readonly key: string;
  readonly value: Expression;
  /** `get key() { return value; }`: a value that may name what is declared further down. */
  readonly getter: boolean;
}

/** `(parameters) => body` */
interface Arrow {
  readonly kind: "arrow";
  readonly parameters: string;
  readonly body: Expression;
}

/** `head.a.b(…).c(…)` */
interface Chain {
  readonly kind: "chain";
  readonly head: string | ImportedSymbol;
  readonly calls: readonly Call[];
}

interface Call {
  /** `.string`, `.iso.datetime`, or nothing where the head itself is called. */
  readonly path: string;
  readonly args: readonly Expression[];
}

export function atom(text: Printable, simple = true): Atom {
  return { kind: "atom", text, simple };
}

export function listOf(items: readonly Expression[]): List {
  return { kind: "list", items };
}

export function objectOf(members: readonly ObjectMember[], broken = false): ObjectExpression {
  return { kind: "object", members, broken };
}

export function arrow(parameters: string, body: Expression): Arrow {
  return { kind: "arrow", parameters, body };
}

/** A name on which calls can be chained. */
export function chain(head: string | ImportedSymbol): Chain {
  return { kind: "chain", head, calls: [] };
}

/** Adds a call: `callOn(chain("z"), ".array", item)`. */
export function callOn(target: Chain, path: string, ...args: readonly Expression[]): Chain {
  return { ...target, calls: [...target.calls, { path, args }] };
}

export type { Chain };

/** @param broken breaks a list or an object even where it would fit */
export function printExpression(expression: Expression, broken = false): Printable {
  switch (expression.kind) {
    case "atom":
      return expression.text;
    case "list":
      return bracketed(
        "[",
        expression.items.map((item) => printExpression(item)),
        "]",
        { broken: broken || isTable(expression.items) },
      );
    case "object":
      return objectLiteral(expression.members.map(printMember), { broken: broken || expression.broken });
    case "arrow":
      return printArrow(expression);
    case "chain":
      return printChain(expression);
  }
}

function printMember({ key, value, getter }: ObjectMember): Printable {
  if (!getter) return objectMember(key, printExpression(value));
  return ["get ", key, "() {", indent([hardLine, "return ", printExpression(value), ";"]), hardLine, "}"];
}

function printArrow({ parameters, body }: Arrow): Printable {
  const printed = printExpression(body);
  return [`(${parameters}) => `, body.kind === "object" ? ["(", printed, ")"] : printed];
}

/** As {@link import("./literal.ts")} does for data. */
function isTable(items: readonly Expression[]): boolean {
  if (items.length < 2) return false;
  return (
    items.every((item) => item.kind === "object" && item.members.length > 1) ||
    items.every((item) => item.kind === "list" && item.items.length > 1)
  );
}

function printChain({ head, calls }: Chain): Printable {
  const [headCalls, links] = split(calls);
  const first: Printable = [head, ...headCalls.map(printCall)];
  const printed = links.map(printCall);
  const oneLine: Printable = [first, ...printed];
  // A capitalized name takes the first call beside it, as a constructor-like thing.
  const merged = headCalls.length === 0 && /^[A-Z]/.test(typeof head === "string" ? head : head.name) ? 1 : 0;
  if (links.length + 1 <= 2 + merged) return group(oneLine);
  const expanded: Printable = [
    first,
    ...printed.slice(0, merged),
    indent(printed.slice(merged).flatMap((link): Printable[] => [hardLine, link])),
  ];
  const complex = calls.length > 2 && calls.some(({ args }) => !args.every((argument) => isSimple(argument, 0)));
  if (complex) return group(expanded, { broken: true });
  return group(oneLine, { alternatives: [expanded], leading: [first, ...printed.slice(0, -1)] });
}

/** `z.iso.datetime()` chains from `z.iso`: only the last name of a path starts a line. */
function split(calls: readonly Call[]): [Call[], Call[]] {
  const [first, ...rest] = calls;
  return first?.path === "" ? [[first], rest] : [[], [...calls]];
}

function printCall({ path, args }: Call): Printable {
  const [only] = args;
  if (only === undefined) return [path, "()"];
  const printed = args.map((argument) => printExpression(argument));
  if (args.length === 1 && only.kind !== "atom" && only.kind !== "chain") return [path, "(", printed, ")"];
  const apart = bracketed("(", printed, ")", { broken: args.some(takesFunction) });
  const last = args.at(-1);
  if (last === undefined || !hugsLast(args)) return [path, apart];
  const leading = printed.slice(0, -1);
  const hugged = ["(", join([...leading, printExpression(last, true)], ", "), ")"];
  return [path, group(["(", join(printed, ", "), ")"], { alternatives: [hugged, apart], leading })];
}

/** Whether the last of several arguments breaks within the parentheses before all of them are set apart. */
function hugsLast(args: readonly Expression[]): boolean {
  const [before, last] = args.slice(-2);
  if (before === undefined || last === undefined || before.kind === last.kind) return false;
  return (last.kind === "list" && last.items.length > 0) || (last.kind === "object" && last.members.length > 0);
}

/** The formatter breaks several arguments when one of them is a call that is given a function. */
function takesFunction(argument: Expression, _index: number, all: readonly Expression[]): boolean {
  if (all.length < 2 || argument.kind !== "chain") return false;
  return argument.calls.at(-1)?.args.some(({ kind }) => kind === "arrow") ?? false;
}

/** Whether the formatter counts an argument as simple: one that does not hold calls within calls. */
function isSimple(expression: Expression, depth: number): boolean {
  if (depth >= 2) return false;
  switch (expression.kind) {
    case "atom":
      return expression.simple;
    case "list":
      return expression.items.every((item) => isSimple(item, depth + 1));
    case "object":
      return expression.members.every(
        ({ key, value, getter }) => !getter && !key.startsWith("[") && isSimple(value, depth + 1),
      );
    case "arrow":
      return expression.body.kind !== "atom";
    case "chain":
      return expression.calls.every(({ args }) => args.every((argument) => isSimple(argument, depth + 1)));
  }
}
