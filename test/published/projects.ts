/**
 * Authors who start a project: `create`, then the commands that it prints, then a client from outside.
 */
import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { GenericEnvClient } from "@openenv/core";
import type { RuntimeName } from "openenv-scripts/runtimes.ts";
import type { Stage } from "./stage.ts";

export type Template = "minimal" | "tools" | "game" | "coding";

interface Host {
  /** Starts a project by the name on npm. */
  readonly create: readonly string[];
  readonly install: readonly string[];
  readonly script: readonly string[];
}

const npm: Host = {
  create: ["npm", "create", "--yes", "@openenv@latest", "--"],
  install: ["npm", "install"],
  script: ["npm", "run"],
};
const hosts: Readonly<Record<RuntimeName, Host>> = {
  bun: { create: ["bun", "create", "@openenv"], install: ["bun", "install"], script: ["bun", "run"] },
  node20: npm,
  node24: npm,
  deno: {
    create: ["deno", "run", "-A", "npm:@openenv/create"],
    install: ["deno", "install"],
    script: ["deno", "task"],
  },
};

/** An action for each template, and what comes of it. */
const actions: Readonly<Record<Template, Readonly<Record<string, unknown>>>> = {
  minimal: { text: "hi" },
  tools: { answer: "Ada" },
  game: { letter: "e" },
  coding: { code: "const sum = 1, reversed = 2;" },
};

/** OE-78: from `create` to a step, with what was published and nothing else. Gives the project's folder. */
export async function proveProject(stage: Stage, template: Template, name: RuntimeName): Promise<string> {
  const { create, install, script } = hosts[name];
  const env = stage.env(name);
  const home = stage.folder(`project-${template}-${name}`);
  const folder = join(home, "word_env");
  await stage.prove(`OE-78, OE-79: ${template} on ${name}: create, install, typecheck, test, serve, step`, async () => {
    const runtime = name.replace(/\d+$/, "");
    await stage.run([...create, "word_env", "--template", template, "--runtime", runtime, "--yes"], home, env);
    await stage.run(install, folder, env);
    await stage.run([...script, "typecheck"], folder, env);
    await stage.run([...script, "test"], folder, env);
    assert.ok(existsSync(join(folder, "client/src/gen/client.ts")));
    await stage.run([...script, "generate", ...(name.startsWith("node") ? ["--"] : []), "--check"], folder, env);
    const server = await startServer([...script, "serve"], folder, env);
    try {
      await episode(server.url, template);
    } finally {
      await server.stop();
    }
  });
  return folder;
}

/** OE-79: a reset takes a seed and an id, and the same seed gives the same episode. */
async function episode(url: string, template: Template): Promise<void> {
  const env = await GenericEnvClient.connect(url);
  const first = await env.reset({ seed: 1, episode_id: "x" });
  assert.equal((await env.state())["episode_id"], "x");
  const { reward } = await env.step(actions[template]);
  assert.ok(typeof reward === "number" && reward >= 0 && reward <= 1);
  const again = await env.reset({ seed: 1, episode_id: "x" });
  assert.deepEqual(again.observation, first.observation);
  await env.close();
}

async function startServer(
  command: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  const [file = "", ...args] = command;
  const child = spawn(file, args, {
    cwd,
    env: { ...env, PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  for await (const line of createInterface({ input: child.stdout })) {
    output += `${line}\n`;
    const url = /^serving \S+ on (https?:\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.resume();
    return { url, stop: () => stopGroup(child, url) };
  }
  throw new Error(`It ended without serving:\n${output}`);
}

/** Ctrl-C reaches every process of the terminal: the package manager, the command and the server. */
async function stopGroup(child: ChildProcess, url: string): Promise<void> {
  const closed = once(child, "close");
  process.kill(-(child.pid ?? 0), "SIGINT");
  await closed;
  assert.equal(
    await fetch(`${url}/health`).then(
      () => "alive",
      () => "gone",
    ),
    "gone",
  );
}
