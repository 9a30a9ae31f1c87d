/**
 * What is on this machine.
 */
import process from "node:process";

import { runProgram } from "../support/program.ts";
import { version } from "../version.ts";
import type { Finding } from "./finding.ts";

interface Tool {
  readonly name: string;
  readonly argv: readonly string[];
  /** What it is needed for. */
  readonly use: string;
}

const TOOLS: readonly Tool[] = [
  { name: "node", argv: ["node", "--version"], use: "Node 20.19 or later runs clients and servers" },
  { name: "bun", argv: ["bun", "--version"], use: "Bun bundles servers for images (openenv build)" },
  { name: "deno", argv: ["deno", "--version"], use: "Deno runs clients and servers too" },
  { name: "git", argv: ["git", "--version"], use: "openenv init makes a repository" },
  { name: "python", argv: ["python3", "--version"], use: "Python runs environments of the original OpenEnv" },
  { name: "uv", argv: ["uv", "--version"], use: "uv starts Python environments (UVProvider)" },
];

export async function machineFindings(signal: AbortSignal): Promise<readonly Finding[]> {
  return [
    runtimeFinding(),
    ...(await Promise.all([...TOOLS.map((tool) => toolFinding(tool, signal)), engineFinding(signal)])),
  ];
}

function runtimeFinding(): Finding {
  const { bun, deno, node } = process.versions;
  const found = `openenv ${version()} on ${bun !== undefined ? `Bun ${bun}` : deno !== undefined ? `Deno ${deno}` : `Node ${node}`}`;
  const [major = 0, minor = 0] = node.split(".").map(Number);
  const old = major < 20 || (major === 20 && minor < 19);
  return old
    ? { name: "runtime", status: "wrong", found, next: "Install Node 20.19 or later, Bun, or Deno." }
    : { name: "runtime", status: "ok", found };
}

async function toolFinding({ name, argv, use }: Tool, signal: AbortSignal): Promise<Finding> {
  const { exitCode, stdout } = await runProgram(argv, { signal });
  const found = /\d+\.\d+(?:\.\d+)?/.exec(stdout)?.[0];
  if (exitCode !== 0 || found === undefined)
    return { name, status: "missing", found: "not on the PATH", next: `${use}.` };
  return { name, status: "ok", found };
}

/** That the command is there says nothing: the engine has to answer. */
async function engineFinding(signal: AbortSignal): Promise<Finding> {
  const name = "containers";
  for (const cli of ["docker", "podman"]) {
    const { exitCode, stdout } = await runProgram([cli, "version", "--format", "{{.Client.Version}}"], { signal });
    if (exitCode === 0) return { name, status: "ok", found: `${cli} ${stdout.trim()}` };
  }
  return {
    name,
    status: "missing",
    found: "neither a Docker nor a Podman engine answers",
    next: "Start one (or set DOCKER_HOST) for openenv build and fromDockerImage.",
  };
}
