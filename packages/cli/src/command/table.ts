/**
 * Every command, by name. Each is a module of its own, loaded when it is called.
 */
import { UsageError } from "../terminal/failure.ts";
import type { Command } from "./command.ts";
import type { Summary } from "./help.ts";
import { nearest } from "./nearest.ts";

interface Entry {
  readonly summary: string;
  load(): Promise<{ readonly default: Command }>;
}

const groups: Readonly<Record<string, Readonly<Record<string, Entry>>>> = {
  Write: {
    init: { summary: "Start a project with a new environment", load: () => import("../commands/init.ts") },
    fork: { summary: "Copy an environment under a new name", load: () => import("../commands/fork.ts") },
    generate: { summary: "Print the typed packages of an environment", load: () => import("../commands/generate.ts") },
    validate: { summary: "Check an environment or a running server", load: () => import("../commands/validate.ts") },
    dev: { summary: "Serve an environment, anew on every change", load: () => import("../commands/dev.ts") },
  },
  Run: {
    serve: { summary: "Serve an environment", load: () => import("../commands/serve.ts") },
    call: { summary: "Reset, step or ask a running server", load: () => import("../commands/call.ts") },
    list: { summary: "List the installed environments", load: () => import("../commands/list.ts") },
    info: { summary: "Show what is known of an installed environment", load: () => import("../commands/info.ts") },
    ps: {
      summary: "List the containers, services or deployments that OpenEnv started",
      load: () => import("../commands/ps.ts"),
    },
    prune: {
      summary: "Remove containers, services or deployments that nobody owns any more",
      load: () => import("../commands/prune.ts"),
    },
  },
  Publish: {
    push: { summary: "Publish packages, an image or a Space", load: () => import("../commands/push.ts") },
    build: { summary: "Build an image, its context, or one executable", load: () => import("../commands/build.ts") },
  },
  Help: {
    doctor: { summary: "Check this machine and this project", load: () => import("../commands/doctor.ts") },
    skills: { summary: "Teach coding agents to use this command", load: () => import("../commands/skills.ts") },
    completion: { summary: "Print a completion script for a shell", load: () => import("../commands/completion.ts") },
  },
};

const entries: Readonly<Record<string, Entry>> = Object.assign({}, ...Object.values(groups)) as Record<string, Entry>;

/** The commands for a list, under their headings. */
export const commandGroups: readonly (readonly [string, readonly Summary[]])[] = Object.entries(groups).map(
  ([title, all]) => [title, Object.entries(all).map(([name, { summary }]) => ({ name, summary }))],
);

export const commandNames: readonly string[] = Object.keys(entries);

/** @throws UsageError for a name that is none */
export function resolveName(name: string): string {
  if (Object.hasOwn(entries, name)) return name;
  const meant = nearest(name, commandNames);
  throw new UsageError(`There is no command "${name}".${meant === undefined ? "" : ` Is ${meant} meant?`}`);
}

/** @throws UsageError for a name that is none */
export async function loadCommand(name: string): Promise<Command> {
  const entry = entries[resolveName(name)];
  if (entry === undefined) throw new UsageError(`There is no command "${name}".`);
  return (await entry.load()).default;
}
