/** What is measured: each server and client program, and what it is started with. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { commandLine, envFor, findRuntime, type RuntimeName } from "openenv-scripts/runtimes.ts";

/** A program to measure. */
export interface Row {
  readonly id: string;
  readonly label: string;
  /** The row this one is compared with. */
  readonly control: string | undefined;
  readonly command: readonly string[];
  /** `undefined` for Python. */
  readonly runtime: RuntimeName | undefined;
  /** Such as `Bun 1.4.5`. */
  readonly version: string;
}

/** A program that cannot be started here, and why. */
export interface MissingRow {
  readonly id: string;
  readonly label: string;
  readonly reason: string;
}

const RUNTIMES = { node: "node24", bun: "bun", deno: "deno" } as const satisfies Record<string, RuntimeName>;

type Host = keyof typeof RUNTIMES;

/** Servers, each of ours beside its control. */
export function serverRows(): (Row | MissingRow)[] {
  return [
    pythonRow("python", "Python openenv", "servers/echo-server.py"),
    row("bare-node", "bare `ws` on Node", "node", "servers/bare-node.ts"),
    row("ours-node", "OpenEnv on Node", "node", "servers/ours.ts", "bare-node"),
    row("bare-bun", "bare `Bun.serve`", "bun", "servers/bare-bun.ts"),
    row("ours-bun", "OpenEnv on Bun", "bun", "servers/ours.ts", "bare-bun"),
    row("bare-deno", "bare `Deno.serve`", "deno", "servers/bare-deno.ts"),
    row("ours-deno", "OpenEnv on Deno", "deno", "servers/ours.ts", "bare-deno"),
  ];
}

/** Servers whose tools are called, ours beside Python's. */
export function toolRows(): (Row | MissingRow)[] {
  return [
    pythonRow("tools-python", "Python openenv", "servers/tools-server.py"),
    row("tools-ours-node", "OpenEnv on Node", "node", "servers/ours.ts", "tools-python"),
    row("tools-ours-bun", "OpenEnv on Bun", "bun", "servers/ours.ts", "tools-python"),
    row("tools-ours-deno", "OpenEnv on Deno", "deno", "servers/ours.ts", "tools-python"),
  ];
}

/** Clients, each of ours beside its control. */
export function clientRows(): (Row | MissingRow)[] {
  return [
    row("client-bare-node", "bare `ws` client on Node", "node", "clients/bare-ws.ts"),
    row("client-ours-node", "OpenEnv client on Node", "node", "clients/ours.ts", "client-bare-node"),
    row("client-bare-bun", "bare `WebSocket` on Bun", "bun", "clients/bare-native.ts"),
    row("client-ours-bun", "OpenEnv client on Bun", "bun", "clients/ours.ts", "client-bare-bun"),
    row("client-many-node", "16 clients side by side, on Node", "node", "clients/many.ts"),
    row("client-vector-node", "`VectorEnv` of 16, on Node", "node", "clients/vector.ts", "client-many-node"),
    row("client-many-bun", "16 clients side by side, on Bun", "bun", "clients/many.ts"),
    row("client-vector-bun", "`VectorEnv` of 16, on Bun", "bun", "clients/vector.ts", "client-many-bun"),
  ];
}

/** Clients that block, each of ours beside a bare socket in a worker. */
export function syncRows(): (Row | MissingRow)[] {
  return [
    pythonRow("client-sync-python", "Python `.sync()`", "sync/python-sync.py"),
    row("client-sync-raw-node", "bare worker + `Atomics` on Node", "node", "sync/pair.ts"),
    row("client-sync-ours-node", "OpenEnv, blocking, on Node", "node", "sync/pair.ts", "client-sync-raw-node"),
    row("client-sync-raw-bun", "bare worker + `Atomics` on Bun", "bun", "sync/pair.ts"),
    row("client-sync-ours-bun", "OpenEnv, blocking, on Bun", "bun", "sync/pair.ts", "client-sync-raw-bun"),
    row("client-sync-raw-deno", "bare worker + `Atomics` on Deno", "deno", "sync/pair.ts"),
    row("client-sync-ours-deno", "OpenEnv, blocking, on Deno", "deno", "sync/pair.ts", "client-sync-raw-deno"),
  ];
}

/** Modules that are imported on Node, built as a user has them. */
export function importRows(): (Row | MissingRow)[] {
  return [
    row("import-ws-node", "importing `ws` on Node", "node", "imports/import-time.mjs"),
    row(
      "import-client-node",
      "importing `@openenv/echo-env` on Node",
      "node",
      "imports/import-time.mjs",
      "import-ws-node",
    ),
  ];
}

/** Commands that do next to nothing, on Node, built as a user has them. */
export function startRows(): (Row | MissingRow)[] {
  const nothing = row("start-node", "`node -e 0`", "node", "");
  return [
    isPresent(nothing) ? { ...nothing, command: [...nothing.command.slice(0, 1), "-e", "0"] } : nothing,
    row("start-help", "`openenv --help` on Node", "node", "../packages/cli/dist/main.js", "start-node"),
  ];
}

/** Generators, ours beside two that print the same words without having to find them. */
export function generationRows(): (Row | MissingRow)[] {
  return [
    row("generate-lines", "joined lines", "bun", "generation/lines.ts"),
    row("generate-ts-morph", "ts-morph", "bun", "generation/ts-morph.ts"),
    row("generate-ours", "OpenEnv", "bun", "generation/ours.ts", "generate-lines"),
  ];
}

export function isPresent(row: Row | MissingRow): row is Row {
  return "command" in row;
}

/** The environment variables a row is started with. */
export function envOf({ runtime }: Row): NodeJS.ProcessEnv {
  return runtime === undefined ? process.env : envFor(runtime);
}

function row(id: string, label: string, host: Host, file: string, control?: string): Row | MissingRow {
  const runtime = findRuntime(RUNTIMES[host]);
  if (runtime === undefined) return { id, label, reason: "not installed" };
  const name = { node: "Node", bun: "Bun", deno: "Deno" }[host];
  return {
    id,
    label,
    control,
    command: commandLine(runtime, join(import.meta.dirname, file)),
    runtime: runtime.name,
    version: `${name} ${runtime.version}`,
  };
}

/** The Python that OPENENV_PYTHON names, when it has the package. */
function pythonRow(id: string, label: string, file: string): Row | MissingRow {
  const path = process.env["OPENENV_PYTHON"];
  if (path === undefined) return { id, label, reason: "not installed (OPENENV_PYTHON names no Python)" };
  const script = `import platform, importlib.metadata as m; print(platform.python_version(), m.version("openenv"))`;
  const [version, openenv] = (spawnSync(path, ["-c", script], { encoding: "utf8" }).stdout ?? "").trim().split(" ");
  if (openenv === undefined) return { id, label, reason: `not installed (${path} has no openenv)` };
  return {
    id,
    label,
    control: undefined,
    command: [path, join(import.meta.dirname, file)],
    runtime: undefined,
    version: `Python ${version}, openenv ${openenv}`,
  };
}
