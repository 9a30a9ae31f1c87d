/**
 * Looks for defaults that their own schema refuses. Pydantic does not check them, so they exist.
 */
import type { DiagnosticLog } from "../diagnostics/diagnostic.ts";
import { childrenOf, modelsOf } from "../ir/children.ts";
import type { Node } from "../ir/node.ts";
import { valueOf } from "../ir/property.ts";
import { canonicalJson } from "../json/json.ts";

export function checkDefaults(roots: readonly Node[], log: DiagnosticLog): void {
  const open = [...roots, ...modelsOf(roots).map(({ node }) => node)];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    open.push(...childrenOf(node));
    if (node.kind !== "object") continue;
    for (const property of node.properties) {
      const { default: fallback, source } = property.node;
      if (fallback === undefined || property.required || valueOf(property).default !== undefined) continue;
      log.report("OE1015", source, `The default ${canonicalJson(fallback)} is refused by its own schema.`);
    }
  }
}
