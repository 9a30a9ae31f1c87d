/**
 * The difference between two texts, as `diff -u` and git write it.
 */

const CONTEXT = 3;
/** Beyond this many pairs of lines, finding what they share costs more than it tells. */
const MOST_PAIRS = 4_000_000;

type Edit = { readonly sign: " " | "-" | "+"; readonly line: string };

export function unifiedDiff(path: string, before: string, after: string): string {
  const edits = compareLines(splitLines(before), splitLines(after));
  const from = before === "" ? "/dev/null" : `a/${path}`;
  const to = after === "" ? "/dev/null" : `b/${path}`;
  return `--- ${from}\n+++ ${to}\n${hunks(edits)}`;
}

function splitLines(text: string): string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** A shortest list of edits, by the lengths of common subsequences of what lies between equal ends. */
function compareLines(before: readonly string[], after: readonly string[]): Edit[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  return [
    ...before.slice(0, start).map(same),
    ...compareMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

function same(line: string): Edit {
  return { sign: " ", line };
}

function compareMiddle(before: readonly string[], after: readonly string[]): Edit[] {
  if (before.length * after.length > MOST_PAIRS) {
    const removed = before.map((line): Edit => ({ sign: "-", line }));
    return [...removed, ...after.map((line): Edit => ({ sign: "+", line }))];
  }
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      common[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const edits: Edit[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old, now] = [before[i], after[j]];
    if (old !== undefined && old === now) {
      edits.push({ sign: " ", line: old });
      i++;
      j++;
    } else if (old !== undefined && (now === undefined || at(i + 1, j) >= at(i, j + 1))) {
      edits.push({ sign: "-", line: old });
      i++;
    } else if (now !== undefined) {
      edits.push({ sign: "+", line: now });
      j++;
    }
  }
  return edits;
}

/** Groups of changes with the lines around them. */
function hunks(edits: readonly Edit[]): string {
  const changed = edits.flatMap(({ sign }, index) => (sign === " " ? [] : [index]));
  const ranges: [number, number][] = [];
  for (const index of changed) {
    const last = ranges.at(-1);
    if (last !== undefined && index - CONTEXT <= last[1]) last[1] = index + CONTEXT + 1;
    else ranges.push([Math.max(0, index - CONTEXT), index + CONTEXT + 1]);
  }
  return ranges.map(([from, to]) => hunk(edits, from, Math.min(to, edits.length))).join("");
}

function hunk(edits: readonly Edit[], from: number, to: number): string {
  const within = edits.slice(from, to);
  const range = (sign: "-" | "+"): string => {
    const count = (list: readonly Edit[]): number =>
      list.filter((edit) => edit.sign === " " || edit.sign === sign).length;
    const lines = count(within);
    const first = count(edits.slice(0, from)) + (lines === 0 ? 0 : 1);
    return `${sign}${first},${lines}`;
  };
  return `@@ ${range("-")} ${range("+")} @@\n${within.map(({ sign, line }) => `${sign}${line}\n`).join("")}`;
}
