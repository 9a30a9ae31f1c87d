/** Puts what was measured into words and tables. No I/O. */
import type { Machine } from "./machine.ts";
import { type BenchOptions, LOADS } from "./options.ts";
import { type Measure, type Sample, type Spread, spread, valuesOf } from "./sample.ts";
import { table } from "./table.ts";
import { TOOL_WAYS } from "./tool-ways.ts";
import type { Verdict } from "./targets.ts";

/** A row as far as a reader is concerned; `missing` says why it was not measured. */
export interface ReportRow {
  readonly id: string;
  readonly label: string;
  readonly version?: string;
  readonly missing?: string;
}

/** Everything of one run. */
export interface Report {
  /** ISO date and time of its end. */
  readonly date: string;
  readonly machine: Machine;
  /** Processes that wanted to run, on average, before and after. */
  readonly loadAverage: readonly [number, number];
  readonly options: BenchOptions;
  readonly rows: readonly ReportRow[];
  readonly samples: readonly Sample[];
  readonly verdicts: readonly Verdict[];
}

/** The whole report as Markdown. */
export function toMarkdown(report: Report): string {
  const parts = [
    head(report),
    targetTable(report),
    loadTable(report),
    toolTable(report),
    idleTable(report),
    sequenceTable(report),
  ];
  parts.push(heldTable(report), importTable(report), startTable(report), generationTable(report));
  return parts.filter((part) => part !== "").join("\n\n");
}

function head({ date, machine, loadAverage, options, rows }: Report): string {
  const { cpu, cores, memoryGiB, system, pinned } = machine;
  const versions = new Set(rows.flatMap(({ version }) => version ?? []));
  const warning = options.quick
    ? "\n- This was a quick run: it shows that everything works, and says nothing about speed."
    : "";
  return `- ${date.slice(0, 10)}, ${cpu}, ${cores} cores, ${memoryGiB} GiB, ${system}; load average ${loadAverage.map((load) => load.toFixed(1)).join(" → ")}.
- ${[...versions].join("; ")}.
- ${options.pairs} rounds of ${options.measureMs / 1000} s a measurement; servers and generators ${pinned ? "each on a core of their own" : "not kept on cores of their own"}.${warning}`;
}

function targetTable({ verdicts }: Report): string {
  const lines = verdicts.map(({ target, ratio, cpuRatio, met }) => [
    target.what,
    target.atLeast === undefined ? `≤ ${target.atMost}` : `≥ ${target.atLeast}`,
    ratio === undefined ? "–" : range(ratio),
    cpuRatio === undefined ? "–" : range(cpuRatio),
    met === undefined ? "not measured" : met ? "yes" : "no",
  ]);
  return table(["ratio", "target", "median [min–max]", "by CPU time", "met"], lines);
}

function loadTable({ rows, samples }: Report): string {
  const servers = rows.filter(({ id }) => !/^(?:client|tools|import|start|generate)-/.test(id));
  const lines = servers.flatMap((row) => {
    if (row.missing !== undefined) return [[row.label, row.missing, ...Array<string>(5).fill("–")]];
    return loadLines(samples, row, LOADS);
  });
  return lines.length === 0
    ? ""
    : table(["server", "load", "steps/s", "steps/CPU-s", "p50 ms", "p99 ms", "busy"], lines);
}

function toolTable({ rows, samples }: Report): string {
  const servers = rows.filter(({ id }) => id.startsWith("tools-"));
  const lines = servers.flatMap((row) => loadLines(samples, row, TOOL_WAYS));
  return lines.length === 0
    ? ""
    : table(["server, 16 sessions", "calls", "calls/s", "calls/CPU-s", "p50 ms", "p99 ms", "busy"], lines);
}

/** The figures of one server, a line for each load that was measured. */
function loadLines(
  samples: Report["samples"],
  { id, label }: { readonly id: string; readonly label: string },
  loads: readonly { readonly name: string }[],
): string[][] {
  return loads
    .filter(({ name }) => valuesOf(samples, id, name, "stepsPerSecond").length > 0)
    .map(({ name }) => {
      const median = (measure: Measure): number | undefined => spread(valuesOf(samples, id, name, measure))?.median;
      return [
        label,
        name,
        figure(median("stepsPerSecond"), 0),
        figure(inverse(median("cpuMicrosecondsPerStep")), 0),
        figure(median("p50Ms"), 2),
        figure(median("p99Ms"), 2),
        percent(median("serverBusy")),
      ];
    });
}

function idleTable({ rows, samples }: Report): string {
  const lines = rows.flatMap((row) => {
    const bytes = spread(valuesOf(samples, row.id, "idle", "bytesPerSession"));
    if (bytes === undefined) return [];
    return [[row.label, ...[bytes.median, bytes.min, bytes.max].map((value) => figure(value / 1024, 1))]];
  });
  return lines.length === 0 ? "" : table(["idle session", "KiB", "min", "max"], lines);
}

function heldTable({ rows, samples, options }: Report): string {
  const lines = rows.flatMap((row) => {
    const p50 = spread(valuesOf(samples, row.id, "held", "p50Ms"));
    const p99 = spread(valuesOf(samples, row.id, "held", "p99Ms"));
    return p50 === undefined || p99 === undefined ? [] : [[row.label, figure(p50.median, 0), figure(p99.median, 0)]];
  });
  return lines.length === 0
    ? ""
    : table([`${options.heldSessions.toLocaleString("en-US")} sessions, one step each`, "p50 ms", "p99 ms"], lines);
}

function sequenceTable({ rows, samples }: Report): string {
  const lines = rows.flatMap((row) => {
    const median = (measure: Measure): number | undefined =>
      spread(valuesOf(samples, row.id, "sequential", measure))?.median;
    if (median("stepsPerSecond") === undefined) return [];
    return [
      [
        row.label,
        figure(median("stepsPerSecond"), 0),
        figure(median("cpuMicrosecondsPerStep"), 1),
        figure(median("p50Ms"), 3),
        figure(median("p99Ms"), 3),
      ],
    ];
  });
  return lines.length === 0
    ? ""
    : table(["client, one call at a time", "steps/s", "CPU µs/step", "p50 ms", "p99 ms"], lines);
}

function importTable({ rows, samples }: Report): string {
  const lines = rows.flatMap((row) => {
    const time = spread(valuesOf(samples, row.id, "import", "importMs"));
    return time === undefined ? [] : [[row.label, ...[time.median, time.min, time.max].map((ms) => figure(ms, 1))]];
  });
  return lines.length === 0 ? "" : table(["import", "ms", "min", "max"], lines);
}

function startTable({ rows, samples }: Report): string {
  const lines = rows.flatMap((row) => {
    const time = spread(valuesOf(samples, row.id, "start", "startUpMs"));
    return time === undefined ? [] : [[row.label, ...[time.median, time.min, time.max].map((ms) => figure(ms, 1))]];
  });
  return lines.length === 0 ? "" : table(["command, start to end", "ms", "min", "max"], lines);
}

const GENERATION: readonly (readonly [head: string, measure: Measure])[] = [
  ["in memory, ms", "memoryMs"],
  ["written, ms", "totalMs"],
  ["warm, in memory", "warmMemoryMs"],
  ["warm, written", "warmTotalMs"],
  ["start-up, ms", "startUpMs"],
];

function generationTable({ rows, samples }: Report): string {
  const lines = rows.flatMap((row) => {
    const medians = GENERATION.map(([, measure]) => spread(valuesOf(samples, row.id, "generate", measure))?.median);
    if (medians.every((median) => median === undefined)) return [];
    return [[row.label, ...medians.map((median) => figure(median, 0))]];
  });
  return lines.length === 0 ? "" : table(["40 environments", ...GENERATION.map(([head]) => head)], lines);
}

function range({ median, min, max }: Spread): string {
  return `${median.toFixed(2)} [${min.toFixed(2)}–${max.toFixed(2)}]`;
}

function inverse(microseconds: number | undefined): number | undefined {
  return microseconds === undefined ? undefined : 1_000_000 / microseconds;
}

function percent(share: number | undefined): string {
  return share === undefined ? "–" : `${Math.round(share * 100)} %`;
}

function figure(value: number | undefined, digits: number): string {
  if (value === undefined) return "–";
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
