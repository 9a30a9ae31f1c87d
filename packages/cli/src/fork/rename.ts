/**
 * Renames an environment in the text of its files. Pure.
 */
import type { EnvNames } from "@openenv/core/schema";

/** An environment's names, with those of its two packages. */
export interface ForkName {
  readonly names: EnvNames;
  readonly client: string;
  readonly server: string;
}

/** What generated names end in, behind the prefix of an environment. */
const TYPES = "Env|Environment|Action|Observation|State|Reset|Types|Tools|Server";
const VALUES = "Server|Spec|Manifest|ToolManifests|(?:Action|Observation|State|Reset)JsonSchema";

/**
 * Gives the function that renames a text. Names of one word (`chess`) are words of their own too: in running text they
 * stay, and only where a name must be meant (`name: "chess"`, `from "chess"`) is it renamed.
 */
export function renaming(from: ForkName, to: ForkName): (text: string) => string {
  const { wire, slug, prefix, valuePrefix } = from.names;
  const rules: [pattern: string, replace: (found: string) => string][] = [];
  const rule = (pattern: string, replace: (found: string) => string): void => void rules.push([pattern, replace]);
  const packages = [
    [from.server, to.server],
    [from.client, to.client],
  ] as const;
  for (const [old, own] of packages) {
    const imported = String.raw`(?<=\b(?:from|import|require|resolve)\s*\(?\s*["'])${escape(old)}(?=["'/])`;
    rule(old.startsWith("@") ? String.raw`${escape(old)}(?![\w-])` : imported, () => own);
  }
  rule(String.raw`(?<=\bname["']?\s*[:=]\s*["'])(?:${wire}|${slug})(?=["'])`, (found) => like(found, to.names));
  rule(String.raw`(?<=^name:\s*)(?:${wire}|${slug})(?=\s*(?:#.*)?$)`, (found) => like(found, to.names));
  if (slug.includes("-")) {
    rule(String.raw`(?<![\w-])(?:openenv-)?${slug}(?!\w|-(?!(?:server|client|workspace)\b))`, (found) =>
      found.replace(slug, to.names.slug),
    );
    rule(String.raw`(?<!\w)(?:openenv_)?${wire}(?!\w)`, (found) => found.replace(wire, to.names.wire));
  }
  // The types of a tool's arguments and result are made of the tool's name, which stays.
  rule(
    String.raw`\b(?:define)?${prefix}(?=(?:${TYPES})(?![a-z0-9_]))(?!\w*(?:Arguments|Result)(?:Input)?\b)`,
    (found) => found.replace(prefix, to.names.prefix),
  );
  rule(String.raw`\b${valuePrefix}(?=(?:${VALUES})\b)`, () => to.names.valuePrefix);
  const all = new RegExp(rules.map(([pattern]) => `(${pattern})`).join("|"), "gm");
  return (text) =>
    text.replaceAll(all, (found: string, ...groups: unknown[]) => {
      const index = groups.findIndex((group) => group !== undefined);
      return rules[index]?.[1](found) ?? found;
    });
}

/** A name in the spelling of another: with hyphens or underscores. */
function like(found: string, { slug, wire }: EnvNames): string {
  return found.includes("-") ? slug : wire;
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`);
}
