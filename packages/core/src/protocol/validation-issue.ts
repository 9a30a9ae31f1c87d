/**
 * The shape in which a validation failure is reported: a Pydantic error, which is what Python peers read
 * (PROTOCOL §1.10, §2.5).
 */

/** One thing that is wrong with a message, an action or a request body. */
export interface ValidationIssue {
  /** Pydantic's name of the failure, such as `missing`, `extra_forbidden` or `int_from_float`. Match on this. */
  readonly type: string;
  /** Where it is: keys and indices from the value that was checked. */
  readonly loc: readonly (string | number)[];
  /** For people; its wording may change. */
  readonly msg: string;
  /** The offending value, where it can be shown. */
  readonly input?: unknown;
  /** The bound, pattern or expected values, by Pydantic's names (`ge`, `max_length`, `expected`, …). */
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** One line for people: `point.x: Field required`. */
export function formatIssue(issue: ValidationIssue): string {
  return issue.loc.length === 0 ? issue.msg : `${issue.loc.join(".")}: ${issue.msg}`;
}
