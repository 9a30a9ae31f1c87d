/** The ways in which tools are called by the bench. */

/** A name is that of a sample's load. */
export const TOOL_WAYS: readonly { readonly name: string; readonly way: "step" | "mcp" }[] = [
  { name: "tool by /ws step", way: "step" },
  { name: "tool by POST /mcp", way: "mcp" },
];
