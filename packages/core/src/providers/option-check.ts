/**
 * Refuses options that do not exist (OE-68, SB-04): one that is ignored silently is worse than one that is refused.
 */
import { InvalidArgumentError } from "../errors/local-errors.ts";

/**
 * @param owner what the options belong to, for the message: `LocalDockerProvider`
 * @throws InvalidArgumentError naming the option, with those it may have been meant for
 */
export function checkOptionNames(owner: string, options: object, known: readonly string[]): void {
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const similar = known.filter((option) => isSimilar(option.toLowerCase(), name.toLowerCase()));
    const hint = similar.length > 0 ? `Did you mean ${similar.join(" or ")}?` : `There are ${known.join(", ")}.`;
    throw new InvalidArgumentError(name, `"${name}" is not an option of ${owner}. ${hint}`);
  }
}

/** One holds the other, in part for words like `env_vars` and `env`, or they begin alike. */
function isSimilar(option: string, given: string): boolean {
  return option.includes(given) || given.includes(option) || option.slice(0, 3) === given.slice(0, 3);
}
