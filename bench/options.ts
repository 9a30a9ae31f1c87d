/** The command line of the bench, read into one object. */
import { parseArgs } from "node:util";

/** One load: connections × steps in flight on each. */
export interface Load {
  readonly name: string;
  readonly connections: number;
  readonly depth: number;
}

export const LOADS: readonly Load[] = [
  { name: "1×1", connections: 1, depth: 1 },
  { name: "1×64", connections: 1, depth: 64 },
  { name: "64×1", connections: 64, depth: 1 },
  { name: "64×8", connections: 64, depth: 8 },
];

/** What can be measured on its own. */
export type Part = (typeof PARTS)[number];

const PARTS = ["loads", "memory", "held", "clients", "sync", "tools", "imports", "starts", "generation"] as const;

export interface BenchOptions {
  /** Proves that the bench works and says nothing about speed. */
  readonly quick: boolean;
  /** Rounds; in each, every row is measured once, in alternating order. */
  readonly pairs: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
  /** Open sessions whose memory is looked at. */
  readonly idleSessions: number;
  /** Sessions that take a step at the same time. */
  readonly heldSessions: number;
  /** Rows whose id contains one of these; empty for all. */
  readonly only: readonly string[];
  readonly parts: readonly Part[];
  readonly jsonFile: string | undefined;
  readonly markdownFile: string | undefined;
}

export const USAGE = `bench [options]
  --quick            a short run that shows that everything works; its figures mean nothing
  --pairs N          rounds, default 5
  --seconds N        length of one measurement, default 1.5
  --only TEXT,…      rows whose id contains one of these: node, bun, deno, python
  --parts PART,…     some of loads, memory, held, clients, sync, tools, imports, starts, generation; default all
  --json FILE        writes every sample and what was made of them
  --markdown FILE    puts the tables between the marks of FILE
`;

/** @throws Error that says what is wrong with the command line */
export function readOptions(argv: readonly string[]): BenchOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: {
      quick: { type: "boolean", default: false },
      pairs: { type: "string" },
      seconds: { type: "string" },
      only: { type: "string", default: "" },
      parts: { type: "string", default: PARTS.join(",") },
      json: { type: "string" },
      markdown: { type: "string" },
    },
  });
  const { quick } = values;
  return {
    quick,
    pairs: number("--pairs", values.pairs, quick ? 1 : 5),
    warmUpMs: quick ? 100 : 400,
    measureMs: 1000 * number("--seconds", values.seconds, quick ? 0.2 : 1.5),
    idleSessions: quick ? 200 : 2000,
    heldSessions: quick ? 64 : 2048,
    only: values.only.split(",").filter((text) => text !== ""),
    parts: values.parts.split(",").map(toPart),
    jsonFile: values.json,
    markdownFile: values.markdown,
  };
}

function toPart(text: string): Part {
  const part = PARTS.find((name) => name === text);
  if (part === undefined) throw new Error(`--parts takes ${PARTS.join(", ")}, not "${text}"`);
  return part;
}

function number(name: string, given: string | undefined, fallback: number): number {
  const value = given === undefined ? fallback : Number(given);
  if (value > 0 && Number.isFinite(value)) return value;
  throw new Error(`${name} must be a number above 0, not "${given}"`);
}
