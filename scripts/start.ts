/**
 * `start`: the product in ten seconds. Generates the echo environment's packages from its schema, serves it, and drives
 * sessions from each runtime at once.
 */
import { join, relative } from "node:path";
import { runCommand } from "./run-command.ts";
import { commandLine, envFor, requireRuntime, type RuntimeName } from "./runtimes.ts";
import { startServer } from "./start-server.ts";

const root = join(import.meta.dirname, "..");
const envFolder = join(root, "packages/envs/echo-env");
const example = join(root, "apps/examples/concurrent-sessions/main.ts");
const SESSIONS = 8;
const CLIENTS: readonly RuntimeName[] = ["bun", "deno", "node24"];
const LABELS: Readonly<Record<RuntimeName, string>> = { bun: "Bun", deno: "Deno", node20: "Node", node24: "Node" };

console.log(`
OpenEnv for TypeScript: one schema, typed packages, one wire for Bun, Deno, Node and Python.

1. The schema of an environment: ${relative(root, envFolder)}/schema.ts
   becomes @openenv/echo-env (typed client) and @openenv/echo-env-server (typed server):
`);
const generated = await runCommand([process.execPath, join(root, "scripts/generate.ts"), envFolder], {
  env: envFor("bun"),
  quiet: true,
});
console.log(indent(generated.output));
if (generated.exitCode !== 0) process.exit(generated.exitCode);

await using server = await startServer("bun", join(envFolder, "server/src/main.ts"), [
  "--port=0",
  `--max-concurrent-envs=${SESSIONS * CLIENTS.length}`,
]);
console.log(`2. The server, on Bun, takes up to ${SESSIONS * CLIENTS.length} sessions at ${server.url}\n`);

console.log(`3. ${SESSIONS} sessions from each runtime, all at once:\n`);
const results = await Promise.all(CLIENTS.map(runClient));
for (const { line } of results) console.log(`   ${line}`);

console.log(`
Next: README.md shows how to use an environment and how to write one.
      npm run serve echo-env -- --port 8000     keeps a server running
`);
if (results.some(({ ok }) => !ok)) process.exitCode = 1;

async function runClient(name: RuntimeName): Promise<{ ok: boolean; line: string }> {
  const runtime = requireRuntime(name);
  const command = commandLine(runtime, example, [server.url, String(SESSIONS)]);
  const { exitCode, output } = await runCommand(command, { env: envFor(name), quiet: true });
  return { ok: exitCode === 0, line: `${`${LABELS[name]} ${runtime.version}`.padEnd(14)} ${output.trim()}` };
}

function indent(text: string): string {
  return text.trimEnd().replaceAll(/^/gm, "   ") + "\n";
}
