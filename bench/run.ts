/**
 * `bun run bench [--quick] [--json FILE] [--markdown FILE]`: measures our servers and clients beside bare ones and
 * beside Python, and prints one report. Exits 1 when a target is missed, except with `--quick`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { stopChildren } from "./child.ts";
import { measureClientSequences } from "./client-sequences.ts";
import { measureGeneration } from "./generation/measure-generation.ts";
import { measureHeldSessions } from "./held-sessions.ts";
import { measureIdleSessions } from "./idle-sessions.ts";
import { measureImports } from "./imports/measure-imports.ts";
import { describeMachine, loadAverage } from "./machine.ts";
import { withMarkedSection } from "./marked-section.ts";
import { type BenchOptions, readOptions, USAGE } from "./options.ts";
import { type Report, toMarkdown } from "./report.ts";
import {
  clientRows,
  generationRows,
  importRows,
  isPresent,
  type MissingRow,
  type Row,
  serverRows,
  startRows,
  syncRows,
  toolRows,
} from "./rows.ts";
import type { Sample } from "./sample.ts";
import { measureServerLoads } from "./server-loads.ts";
import { measureStarts } from "./starts/measure-starts.ts";
import { measureBlockingSequences } from "./sync/blocking-sequences.ts";
import { judge } from "./targets.ts";
import { measureToolCalls } from "./tool-calls.ts";

/** The fastest server, so that clients are what is measured. */
const CLIENTS_TALK_TO = "bare-bun";

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    stopChildren();
    process.exit(1);
  });
}

let options: BenchOptions;
try {
  options = readOptions(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`bench: ${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  process.exit(2);
}
const report = await measure(options);
const markdown = toMarkdown(report);
console.log(markdown);
if (options.jsonFile !== undefined) writeFileSync(options.jsonFile, `${JSON.stringify(report, undefined, 2)}\n`);
if (options.markdownFile !== undefined) {
  writeFileSync(options.markdownFile, withMarkedSection(readFileSync(options.markdownFile, "utf8"), markdown));
}
const missed = report.verdicts.filter((verdict) => verdict.met === false);
if (!options.quick && missed.length > 0) console.log(`\n${missed.length} of ${report.verdicts.length} targets missed`);
process.exit(!options.quick && missed.length > 0 ? 1 : 0);

async function measure({ only, parts }: BenchOptions): Promise<Report> {
  const wanted = ({ id }: Row | MissingRow): boolean => only.length === 0 || only.some((text) => id.includes(text));
  const allServers = serverRows();
  const rows = [
    ...allServers,
    ...toolRows(),
    ...clientRows(),
    ...syncRows(),
    ...importRows(),
    ...startRows(),
    ...generationRows(),
  ].filter(wanted);
  const servers = allServers.filter(wanted).filter(isPresent);
  const clients = clientRows().filter(wanted).filter(isPresent);
  const blocking = syncRows().filter(wanted).filter(isPresent);
  const counterpart = allServers.filter(isPresent).find(({ id }) => id === CLIENTS_TALK_TO);
  const before = loadAverage();
  const samples: Sample[] = [];
  if (parts.includes("loads")) samples.push(...(await measureServerLoads(servers, options, progress)));
  if (parts.includes("tools")) {
    samples.push(...(await measureToolCalls(toolRows().filter(wanted).filter(isPresent), options, progress)));
  }
  if (parts.includes("memory")) samples.push(...(await measureIdleSessions(servers, options, progress)));
  if (parts.includes("held")) samples.push(...(await measureHeldSessions(servers, options, progress)));
  if (parts.includes("clients") && counterpart !== undefined) {
    samples.push(...(await measureClientSequences(clients, counterpart, options, progress)));
  }
  if (parts.includes("sync") && counterpart !== undefined) {
    samples.push(...(await measureBlockingSequences(blocking, counterpart, options, progress)));
  }
  if (parts.includes("imports")) {
    samples.push(...(await measureImports(importRows().filter(wanted).filter(isPresent), options, progress)));
  }
  if (parts.includes("starts")) {
    samples.push(...(await measureStarts(startRows().filter(wanted).filter(isPresent), options, progress)));
  }
  if (parts.includes("generation")) {
    samples.push(...(await measureGeneration(generationRows().filter(wanted).filter(isPresent), options, progress)));
  }
  return {
    date: new Date().toISOString(),
    machine: describeMachine(),
    loadAverage: [before, loadAverage()],
    options,
    rows: rows.map((row) => {
      const { id, label } = row;
      return isPresent(row) ? { id, label, version: row.version } : { id, label, missing: row.reason };
    }),
    samples,
    verdicts: judge(samples),
  };
}

function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}
