/** The modules that a package hands out, each with its source. Pure. */

/** A value of an `exports` or `imports` field. */
type Target = string | { readonly [condition: string]: Target };

/**
 * Of an `exports` or `imports` field: each entry that is a module, and its source in the package's folder. Where the
 * field asks which runtime it is, that is Deno's.
 */
export function sourcesOf(field: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries((field as Record<string, Target> | undefined) ?? {});
  const modules = entries.filter(([entry]) => entry !== "./package.json");
  return Object.fromEntries(modules.map(([entry, target]) => [entry, sourceOf(entry, target)]));
}

function sourceOf(entry: string, target: Target | undefined): string {
  if (typeof target === "string") return target;
  if (target === undefined) throw new Error(`"${entry}" of a package.json has neither a source nor a default`);
  return sourceOf(entry, target["@openenv/source"] ?? target["deno"] ?? target["default"]);
}
