/** What the figures should come to, as medians of ratios taken side by side. No I/O. */
import { LOADS } from "./options.ts";
import { TOOL_WAYS } from "./tool-ways.ts";
import { type Measure, pairRatios, type Sample, type Spread, spread } from "./sample.ts";

export interface Target {
  readonly what: string;
  readonly row: string;
  readonly control: string;
  readonly measure: Measure;
  /** More than one: the best of them on either side. */
  readonly loads: readonly string[];
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** A target and what was reached; no `ratio` where a row is missing. */
export interface Verdict {
  readonly target: Target;
  readonly ratio: Spread | undefined;
  /** The same for CPU time a step, where steps a second were compared: how much less of it is used. */
  readonly cpuRatio: Spread | undefined;
  readonly met: boolean | undefined;
}

const loadNames = LOADS.map((load) => load.name);
const hosts = ["node", "bun", "deno"] as const;
const label = { node: "Node", bun: "Bun", deno: "Deno" } as const;

const speed = "stepsPerSecond";

/** Joining lines that are there already takes no time worth a ratio: what counts there is the whole way to the disk. */
const generations = [
  { control: "joined lines", row: "generate-lines", measure: "totalMs", atMost: 5 },
  { control: "ts-morph", row: "generate-ts-morph", measure: "totalMs", atMost: 0.1 },
  { control: "ts-morph", row: "generate-ts-morph", measure: "memoryMs", atMost: 0.1 },
  { control: "ts-morph, warm", row: "generate-ts-morph", measure: "warmMemoryMs", atMost: 0.1 },
] as const;

export const TARGETS: readonly Target[] = [
  ...hosts.flatMap((host) =>
    loadNames.map((load): Target => ({
      what: `server on ${label[host]} / bare, ${load}`,
      row: `ours-${host}`,
      control: `bare-${host}`,
      measure: speed,
      loads: [load],
      atLeast: host === "node" && (load === "1×64" || load === "64×8") ? 2 : 0.9,
    })),
  ),
  ...hosts.map((host): Target => ({
    what: `server on ${label[host]} / Python, 1×1`,
    row: `ours-${host}`,
    control: "python",
    measure: speed,
    loads: ["1×1"],
    atLeast: 1.5,
  })),
  ...(["node", "bun"] as const).map((host): Target => ({
    what: `server on ${label[host]} / Python, flat out`,
    row: `ours-${host}`,
    control: "python",
    measure: speed,
    loads: loadNames,
    atLeast: host === "node" ? 5 : 10,
  })),
  ...hosts.flatMap((host) =>
    TOOL_WAYS.map(({ name }): Target => ({
      what: `${name}: server on ${label[host]} / Python`,
      row: `tools-ours-${host}`,
      control: "tools-python",
      measure: speed,
      loads: [name],
      atLeast: 10,
    })),
  ),
  ...hosts.map((host): Target => ({
    what: `idle session on ${label[host]} / bare, memory`,
    row: `ours-${host}`,
    control: `bare-${host}`,
    measure: "bytesPerSession",
    loads: ["idle"],
    atMost: 2,
  })),
  ...hosts.map((host): Target => ({
    what: `2,048 steps of 1 s at once on ${label[host]} / one step, p99`,
    row: `ours-${host}`,
    control: "the-step",
    measure: "p99Ms",
    loads: ["held"],
    atMost: 1.5,
  })),
  ...(["node", "bun"] as const).map((host): Target => ({
    what: `client on ${label[host]} / bare, sequential`,
    row: `client-ours-${host}`,
    control: `client-bare-${host}`,
    measure: speed,
    loads: ["sequential"],
    atLeast: 0.85,
  })),
  ...(["node", "bun"] as const).map((host): Target => ({
    what: `VectorEnv of 16 on ${label[host]} / 16 clients`,
    row: `client-vector-${host}`,
    control: `client-many-${host}`,
    measure: speed,
    loads: ["sequential"],
    atLeast: 0.9,
  })),
  ...hosts.map((host): Target => ({
    what: `blocking call on ${label[host]} / bare worker, time`,
    row: `client-sync-ours-${host}`,
    control: `client-sync-raw-${host}`,
    measure: "p50Ms",
    loads: ["sequential"],
    atMost: 1.25,
  })),
  ...hosts.map((host): Target => ({
    what: `blocking call on ${label[host]} / Python's, time`,
    row: `client-sync-ours-${host}`,
    control: "client-sync-python",
    measure: "p50Ms",
    loads: ["sequential"],
    atMost: 1,
  })),
  {
    what: "importing a client on Node / `ws`",
    row: "import-client-node",
    control: "import-ws-node",
    measure: "importMs",
    loads: ["import"],
    atMost: 1.5,
  },
  {
    what: "`openenv --help` on Node / `node -e 0`",
    row: "start-help",
    control: "start-node",
    measure: "startUpMs",
    loads: ["start"],
    atMost: 3,
  },
  ...generations.map(({ control, row, measure, atMost }): Target => ({
    what: `generating 40 environments / ${control}, ${measure === "totalMs" ? "files written" : "in memory"}`,
    row: "generate-ours",
    control: row,
    measure,
    loads: ["generate"],
    atMost,
  })),
];

export function judge(samples: readonly Sample[]): Verdict[] {
  return TARGETS.map((target) => {
    const { row, control, measure, loads, atLeast = 0, atMost = Number.POSITIVE_INFINITY } = target;
    const ratio = spread(pairRatios(samples, row, control, measure, loads));
    const cpuRatio =
      measure === speed && loads.length === 1
        ? spread(pairRatios(samples, control, row, "cpuMicrosecondsPerStep", loads))
        : undefined;
    const met = ratio === undefined ? undefined : ratio.median >= atLeast && ratio.median <= atMost;
    return { target, ratio, cpuRatio, met };
  });
}
