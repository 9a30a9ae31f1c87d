/**
 * What somebody meant who mistyped a name.
 */

/** The name with the fewest changes, or `undefined` when none is close: at most a third of its letters. */
export function nearest(typed: string, names: readonly string[]): string | undefined {
  const ranked = names
    .map((name) => ({ name, changes: distance(typed, name) }))
    .toSorted((left, right) => left.changes - right.changes);
  const [best] = ranked;
  return best !== undefined && best.changes <= Math.max(1, Math.floor(best.name.length / 3)) ? best.name : undefined;
}

/** Letters to add, drop or change, and neighbours to swap. */
function distance(left: string, right: string): number {
  const rows: number[][] = [Array.from({ length: right.length + 1 }, (_, index) => index)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let i = 1; i <= left.length; i++) {
    rows[i] = [i];
    for (let j = 1; j <= right.length; j++) {
      const change = left[i - 1] === right[j - 1] ? 0 : 1;
      let least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change);
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1])
        least = Math.min(least, at(i - 2, j - 2) + 1);
      rows[i]?.push(least);
    }
  }
  return at(left.length, right.length);
}
