/** A table in Markdown that reads well in a terminal too. No I/O. */

/** The first column is text, the others are figures. */
export function table(head: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) => Math.max(4, ...[head, ...lines].map((line) => (line[column] ?? "").length)));
  const rule = widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  const cell = (text: string, column: number): string => {
    const width = widths[column] ?? 0;
    return column === 0 ? text.padEnd(width) : text.padStart(width);
  };
  return [head.map(cell), rule, ...lines.map((line) => line.map(cell))]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}
