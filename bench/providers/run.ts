/**
 * `bun bench/providers/run.ts IMAGE [--pairs N]`: measures how long Docker takes from nothing to a healthy container of
 * an environment's image, through the provider and by hand, and prints one table.
 */
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { table } from "../table.ts";
import { timesToReady } from "./time-to-ready.ts";

const { values, positionals } = parseArgs({ options: { pairs: { type: "string" } }, allowPositionals: true });
const [image] = positionals;
if (image === undefined) {
  process.stderr.write("Give the image of an environment, such as echo-env:latest.\n");
  process.exit(2);
}

const before = loadavg()[0] ?? 0;
const { ours, byHand } = await timesToReady({ cli: "docker", image }, Number(values.pairs ?? 20));
const ratios = ours.map((each, pair) => each / (byHand[pair] ?? Number.NaN));
const line = (title: string, figures: readonly number[], digits: number): string[] => [
  title,
  ...[Math.min(...figures), median(figures), Math.max(...figures)].map((figure) => figure.toFixed(digits)),
];
const rows = [
  line("LocalDockerProvider, ms", ours, 0),
  line("docker run and curl, ms", byHand, 0),
  line("ratio of a pair", ratios, 2),
];
console.log(table([`time to ready, ${ours.length} pairs`, "lowest", "median", "highest"], rows));
console.log(`\nLoad average before and after: ${before.toFixed(1)}, ${(loadavg()[0] ?? 0).toFixed(1)}`);

function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return ((sorted[Math.floor((sorted.length - 1) / 2)] ?? 0) + (sorted[Math.ceil((sorted.length - 1) / 2)] ?? 0)) / 2;
}
