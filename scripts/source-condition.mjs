/**
 * The one place that names the export condition under which workspace packages resolve to their TypeScript sources.
 * No config file can switch it on (bunfig.toml and deno.json ignore it): each runtime reads its own variable, and
 * children inherit it. Node 20 cannot read TypeScript and runs the built packages, so it must see none of these.
 */
export const sourceCondition = {
  BUN_OPTIONS: "--conditions=@openenv/source",
  DENO_CONDITIONS: "@openenv/source",
  NODE_OPTIONS: "--conditions=@openenv/source",
};
