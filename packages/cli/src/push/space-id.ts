/**
 * How a Space is called. Pure.
 */
import { UsageError } from "../terminal/failure.ts";

/** What the hub takes for an owner, and for a name. */
const PART = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;
const LONGEST = 96;

export interface SpaceId {
  /** `undefined`: whoever the token belongs to. */
  readonly owner: string | undefined;
  readonly name: string;
}

/** @throws UsageError for what is neither `OWNER/NAME` nor `NAME` */
export function parseSpaceId(text: string): SpaceId {
  const parts = text.split("/");
  const [first = "", second] = parts;
  const { owner, name } = second === undefined ? { owner: undefined, name: first } : { owner: first, name: second };
  const isRight = (part: string): boolean => PART.test(part) && !/--|\.\.|\.git$/.test(part) && part.length <= LONGEST;
  if (parts.length <= 2 && isRight(name) && (owner === undefined || isRight(owner))) return { owner, name };
  throw new UsageError(
    `--space takes OWNER/NAME, or NAME for a Space of your own, not ${JSON.stringify(text)}. Both are up to ${LONGEST} ` +
      `letters, digits, "-", "_" and ".", with a letter or digit at each end, no "--", no ".." and no ".git" at the end.`,
    "push",
  );
}
