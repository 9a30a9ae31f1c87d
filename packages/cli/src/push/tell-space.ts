/**
 * Tells people what a push did to a Space.
 */
import type { Terminal } from "../terminal/terminal.ts";
import type { PushedSpace } from "./hub-space.ts";

export function tellSpace(space: PushedSpace, terminal: Terminal): void {
  const { created, added, changed, removed, variables, page, url, dryRun } = space;
  for (const path of added) terminal.line(`+ ${path}`);
  for (const path of changed) terminal.line(`~ ${path}`);
  for (const path of removed) terminal.line(`- ${path}`);
  for (const name of variables) terminal.line(`= ${name}`);
  terminal.line(page);
  terminal.line(url);
  terminal.note(summary(space));
  const isSame = added.length + changed.length + removed.length + variables.length === 0;
  if (!dryRun && (created || !isSame)) terminal.note("The hub builds and starts it now: the log is on its page.");
}

function summary({ id, created, commit, dryRun, added, changed, removed, variables }: PushedSpace): string {
  if (dryRun) return created ? `Nothing is sent. ${id} would be made.` : "Nothing is sent.";
  if (commit === null && variables.length === 0) return `${id} is up to date.`;
  if (commit === null) return `The files of ${id} are up to date.`;
  const files = added.length + changed.length + removed.length;
  return `${created ? `Made ${id}: ` : ""}${files} ${files === 1 ? "file" : "files"} in ${commit}`;
}
