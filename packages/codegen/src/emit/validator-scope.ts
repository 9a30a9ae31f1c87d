/**
 * What the emitters of single validators share: how to print another one, and the calls they print.
 */
import type { Model } from "../ir/model.ts";
import type { Node } from "../ir/node.ts";
import { atom, callOn, chain, type Chain, type Expression } from "../print/expression.ts";
import { coreValue, zod } from "./core-symbols.ts";

/** Where a validator is printed. */
export interface ValidatorScope {
  /** Whether the validator of a model stands further up, so that its name can be used at once. */
  isDeclared(model: Model): boolean;
  /** The validator of another node, in the same place. */
  validatorOf(node: Node): Chain;
  /** The place within a function that runs later, where everything is declared. */
  readonly later: ValidatorScope;
}

/** `z.name(…)` */
export function z(name: string, ...args: readonly Expression[]): Chain {
  return callOn(chain(zod), `.${name}`, ...args);
}

/** `name(…)`, one of core's own validators. */
export function own(name: Parameters<typeof coreValue>[0], ...args: readonly Expression[]): Chain {
  return callOn(chain(coreValue(name)), "", ...args);
}

export function numberLiteral(value: number | bigint): Expression {
  return atom(typeof value === "bigint" ? `${value}n` : String(value));
}

/** Adds checks that zod has no method for. */
export function withChecks(validator: Chain, checks: readonly Expression[]): Chain {
  return checks.length === 0 ? validator : callOn(validator, ".check", ...checks);
}

export function propertyCountChecks(least: number | undefined, most: number | undefined): Expression[] {
  if (least === undefined && most === undefined) return [];
  return [own("propertyCount", ...[least ?? 0, ...(most === undefined ? [] : [most])].map(numberLiteral))];
}
