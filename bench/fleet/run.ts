/**
 * `bun bench/fleet/run.ts ENGINE [IMAGE] [--sessions N] [--wait-ms N]`: many sessions at once over 4 replicas through one
 * fleet, on `process`, `swarm` or `kubernetes`, beside what the original's scaling report has for 2,048 sessions. IMAGE is
 * that of test/interop/envs/slow. Prints one table.
 */
import { EnvFleet, type FleetOptions } from "@openenv/core/fleet";
import { DockerSwarmProvider, KubernetesProvider, ProcessProvider } from "@openenv/core/providers";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { describeMachine, loadAverage } from "../machine.ts";
import { table } from "../table.ts";
import { quantile, sessionsAtOnce } from "./sessions-at-once.ts";

const number = { type: "string" } as const;
const { values, positionals } = parseArgs({ options: { sessions: number, "wait-ms": number }, allowPositionals: true });
const [engine = "process", image = "slow:test"] = positionals;
const sessions = Number(values.sessions ?? 2048);
const waitMs = Number(values["wait-ms"] ?? 1000);
const source = join(import.meta.dirname, "../../test/interop/envs/slow/server/src/main.ts");
const each = { maxConcurrentEnvs: Math.ceil(sessions / 4) };

const engines: Readonly<Record<string, () => FleetOptions>> = {
  process: () => ({ provider: () => new ProcessProvider({ source, ...each }), replicas: 4 }),
  swarm: () => ({ provider: new DockerSwarmProvider({ image, replicas: 4, resolveImage: false, ...each }) }),
  kubernetes: () => ({
    provider: new KubernetesProvider({ image, replicas: 4, access: "node-port", nodeHost: "127.0.0.1", ...each }),
  }),
};
const options = engines[engine]?.();
if (options === undefined) {
  process.stderr.write(`There is no engine "${engine}": ${Object.keys(engines).join(", ")}.\n`);
  process.exit(2);
}

const before = loadAverage();
await using fleet = await EnvFleet.start(options);
const { times, errors, open } = await sessionsAtOnce(fleet, sessions, waitMs);
const seconds = (figures: readonly number[], part: number): string => (quantile(figures, part) / 1000).toFixed(2);
const { connect, reset, step, total } = times;
const share = `${((100 * step.length) / sessions).toFixed(1)} %`;
const { cores } = describeMachine();
console.log(
  table(
    ["s", "cores", "sessions", "well", "connect p50", "p99", "reset p50", "p99", "step p50", "p99", "total p99"],
    [
      [
        `here, 4 × ${engine}`,
        String(cores),
        String(sessions),
        share,
        ...[connect, reset, step].flatMap((figures) => [seconds(figures, 0.5), seconds(figures, 0.99)]),
        seconds(total, 0.99),
      ],
      ["original, local-uvicorn", "8", "2048", "96.5 %", "0.58", "–", "0.08", "–", "1.05", "–", "1.95"],
      ["original, local-docker", "8", "2048", "≥ 95 %", "1.38", "–", "0.19", "–", "1.05", "–", "2.90"],
    ],
  ),
);
console.log(
  `\n${open} sessions were open at the same time; load average before and after: ${before.toFixed(1)}, ${loadAverage().toFixed(1)}`,
);
for (const error of new Set(errors.map(String))) console.log(error);
