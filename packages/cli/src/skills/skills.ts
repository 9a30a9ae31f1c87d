/**
 * Writes the skill for coding agents where they look for it.
 */
import { lstatSync } from "node:fs";
import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";

import type { Invocation } from "../command/command.ts";
import { CommandFailure, UsageError } from "../terminal/failure.ts";
import { skillText } from "./skill-text.ts";

const AGENTS = ["claude", "codex", "cursor", "opencode"] as const;
const NAME = "openenv-cli";

type SkillsOptions = Readonly<Record<(typeof AGENTS)[number] | "global" | "force", boolean>> & {
  readonly dest: string | undefined;
};

export async function skills({ args: [what], options, terminal, cwd }: Invocation<SkillsOptions>): Promise<void> {
  const text = await skillText();
  if (what === "preview") {
    terminal.result({ text });
    terminal.line(text.trimEnd());
    return;
  }
  const agents = AGENTS.filter((name) => options[name]);
  const { dest, global, force } = options;
  if (dest !== undefined && (global || agents.length > 0))
    throw new UsageError("--dest is the only place then: leave out --global and the agents.", "skills");
  const home = global ? homedir() : cwd;
  const folder = dest === undefined ? join(home, ".agents/skills", NAME) : join(resolve(cwd, dest), NAME);
  const links = agents.map((agent) => join(home, `.${agent}`, "skills", NAME));
  for (const target of [folder, ...links]) {
    if (!force && exists(target))
      throw new CommandFailure(`${target} is there already.`, { next: "Replace it with --force.", code: "EXISTS" });
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "SKILL.md"), text);
  for (const link of links) {
    await rm(link, { recursive: true, force: true });
    await mkdir(dirname(link), { recursive: true });
    await symlink(relative(dirname(link), folder), link, "dir");
  }
  terminal.result({ written: join(folder, "SKILL.md"), links });
  for (const written of [join(folder, "SKILL.md"), ...links]) terminal.line(written);
}

/** A link that leads nowhere is there too. */
function exists(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}
