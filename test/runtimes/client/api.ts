/** What the packages export, for comparing runtimes: the same names of the same kinds everywhere. */

/** Entry → what it exports: `GenericEnvClient: class {close, reset, …}`. */
export type Api = Readonly<Record<string, readonly string[]>>;

export async function describeApi(): Promise<Api> {
  const entries: Readonly<Record<string, object>> = {
    "@openenv/core": await import("@openenv/core"),
    "@openenv/core/schema": await import("@openenv/core/schema"),
    "@openenv/core/protocol": await import("@openenv/core/protocol"),
    "@openenv/core/server": await import("@openenv/core/server"),
    "@openenv/core/serve": await import("@openenv/core/serve"),
    "@openenv/core/transport": await import("@openenv/core/transport"),
    "@openenv/core/testing": await import("@openenv/core/testing"),
    "@openenv/core/rollout": await import("@openenv/core/rollout"),
    "@openenv/core/codegen/v1": await import("@openenv/core/codegen/v1"),
    "@openenv/core/codegen/v1/server": await import("@openenv/core/codegen/v1/server"),
  };
  return Object.fromEntries(Object.entries(entries).map(([entry, exports]) => [entry, describe(exports)]));
}

function describe(exports: object): readonly string[] {
  return Object.entries(exports)
    .map(([name, value]) => `${name}: ${kindOf(value)}`)
    .toSorted();
}

function kindOf(value: unknown): string {
  if (typeof value !== "function" || !/^class\b/.test(Function.prototype.toString.call(value))) return typeof value;
  const members = Object.getOwnPropertyNames(value.prototype).filter((name) => name !== "constructor");
  return `class {${members.toSorted().join(", ")}}`;
}
