/**
 * `bun bench/coding/run.ts [RUNTIME …] [--steps N]`: measures the coding environment on each runtime and prints one
 * table. Build first: Node 20 runs the build.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { findRuntime, type RuntimeName, runtimeNames } from "openenv-scripts/runtimes.ts";
import { type Figures, measure } from "./figures.ts";

const { values, positionals } = parseArgs({ options: { steps: { type: "string" } }, allowPositionals: true });
const names = positionals.length > 0 ? (positionals as RuntimeName[]) : runtimeNames;

const columns: readonly [title: string, cell: (figures: Figures) => string][] = [
  ["first interpreter, ms", ({ firstInterpreter }) => firstInterpreter.toFixed(0)],
  ["first step, pool warm, ms", ({ firstStepWarm }) => firstStepWarm.toFixed(0)],
  ["first step, none ready, ms", ({ firstStepCold }) => firstStepCold.toFixed(0)],
  ["of that the step, ms", ({ stepAfterColdReset }) => stepAfterColdReset.toFixed(1)],
  ["steps/s, 1 session", ({ stepsOne }) => stepsOne.toFixed(0)],
  ["steps/s, 8 sessions", ({ stepsEight }) => stepsEight.toFixed(0)],
  ["MB a session", ({ sessionMegabytes }) => sessionMegabytes.toFixed(0)],
  ["step time beside an endless loop", ({ besideLoop }) => `${besideLoop.toFixed(2)} ×`],
];

const before = loadavg()[0] ?? 0;
const lines = [
  `| runtime | ${columns.map(([title]) => title).join(" | ")} |`,
  `| --- ${"| ---: ".repeat(columns.length)}|`,
];
for (const name of names) {
  if (findRuntime(name) === undefined) {
    lines.push(`| ${name} | not on this machine |`);
    continue;
  }
  process.stderr.write(`${name} …\n`);
  const figures = await measure(name, Number(values.steps ?? 300));
  lines.push(`| ${name} | ${columns.map(([, cell]) => cell(figures)).join(" | ")} |`);
}
console.log(lines.join("\n"));
console.log(`\nLoad average before and after: ${before.toFixed(1)}, ${(loadavg()[0] ?? 0).toFixed(1)}`);
