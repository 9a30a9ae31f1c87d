/**
 * `bun bench/gateway/run.ts [--pairs N] [--seconds N]`: what the gateway costs. The same load on one server directly,
 * through HAProxy in TCP mode as anybody would write it, and through HAProxy with our configuration, in turns. Prints one
 * table.
 */
import { haproxyConfig } from "@openenv/core/fleet";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { freePort } from "openenv-scripts/free-port.ts";
import { runForJson, startServer } from "../child.ts";
import type { LoadResult } from "../generator/load-result.ts";
import { loadAverage, pinned } from "../machine.ts";
import { checkedReplyBytes } from "../reply-check.ts";
import { spread } from "../sample.ts";
import { table } from "../table.ts";

const { values } = parseArgs({ options: { pairs: { type: "string" }, seconds: { type: "string" } } });
const rounds = Number(values.pairs ?? 5);
const measureMs = 1000 * Number(values.seconds ?? 1);
const program = Bun.which("haproxy") ?? "/usr/sbin/haproxy";
const CONNECTIONS = 64;

const before = loadAverage();
await using stack = new AsyncDisposableStack();
const folder = mkdtempSync(join(tmpdir(), "openenv-gateway-"));
stack.defer(() => rmSync(folder, { recursive: true, force: true }));
const ours = [process.execPath, join(import.meta.dirname, "../servers/ours.ts")];
const server = stack.use(await startServer(pinned(ours, "server"), { timeoutMs: 600_000 }));
const targets = [
  { name: "directly", port: server.port, pid: server.pid },
  { name: "HAProxy, tcp", ...(await startProxy("tcp", tcpConfig)) },
  { name: "HAProxy, our configuration", ...(await startProxy("ours", ourConfig)) },
];
const replyBytes = await checkedReplyBytes(server.port);

const results = targets.map(() => [] as LoadResult[]);
for (let round = 0; round < rounds; round += 1) {
  for (const index of round % 2 === 0 ? [0, 1, 2] : [2, 1, 0]) {
    const target = targets[index];
    if (target !== undefined) results[index]?.push(await putLoad(target));
  }
}

const cpuPerStep = ({ serverCpuMs, steps }: LoadResult): number => ((serverCpuMs ?? Number.NaN) * 1000) / steps;
const median = (figures: readonly number[]): number => spread(figures)?.median ?? Number.NaN;
const lines = targets.map(({ name }, index) => {
  const own = results[index] ?? [];
  return [
    name,
    Math.round(median(own.map(({ steps, elapsedMs }) => (steps * 1000) / elapsedMs))).toLocaleString("en"),
    median(own.map(cpuPerStep)).toFixed(1),
    median(own.map(({ p50Ms }) => p50Ms)).toFixed(2),
    median(own.map(({ p99Ms }) => p99Ms)).toFixed(2),
  ];
});
console.log(
  table([`${CONNECTIONS} sessions, ${rounds} rounds`, "steps/s", "µs CPU a step", "p50 ms", "p99 ms"], lines),
);
const [, tcp = [], http = []] = results;
const ratios = http.map((each, round) => cpuPerStep(each) / cpuPerStep(tcp[round] ?? each));
const { min = 0, max = 0 } = spread(ratios) ?? {};
console.log(
  `\nCPU time a step, ours over TCP mode: ${median(ratios).toFixed(2)} [${min.toFixed(2)}–${max.toFixed(2)}]`,
);
console.log(`Load average before and after: ${before.toFixed(1)}, ${loadAverage().toFixed(1)}`);

async function startProxy(name: string, configOf: (port: number) => string): Promise<{ port: number; pid: number }> {
  const port = await freePort();
  const file = join(folder, `${name}.cfg`);
  writeFileSync(file, configOf(port));
  const child = Bun.spawn(pinned([program, "-db", "-f", file], "server"), { stdout: "ignore", stderr: "inherit" });
  stack.defer(async () => {
    child.kill("SIGKILL");
    await child.exited;
  });
  while ((await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined))?.ok !== true) await Bun.sleep(20);
  return { port, pid: child.pid };
}

function tcpConfig(port: number): string {
  const timeouts = ["connect", "client", "server"].map((name) => `  timeout ${name} 1h\n`).join("");
  return (
    `global\n  nbthread 1\ndefaults\n  mode tcp\n${timeouts}` +
    `listen l\n  bind 127.0.0.1:${port}\n  balance leastconn\n  server a 127.0.0.1:${server.port}\n`
  );
}

function ourConfig(port: number): string {
  const servers = [{ baseUrl: `http://127.0.0.1:${server.port}` }];
  return `global\n  nbthread 1\n${haproxyConfig({ servers, port })}`;
}

function putLoad({ port, pid }: { readonly port: number; readonly pid: number }): Promise<LoadResult> {
  const flags: Readonly<Record<string, number>> = {
    port,
    connections: CONNECTIONS,
    depth: 1,
    "reply-bytes": replyBytes,
    "warm-up-ms": 300,
    "measure-ms": measureMs,
    "server-pid": pid,
  };
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const command = [process.execPath, join(import.meta.dirname, "../generator/load.ts"), ...args];
  return runForJson(pinned(command, "generator"), { timeoutMs: measureMs + 30_000 });
}
