/** Writes docs/cli.md: the reference of the command line, from the definitions of its commands. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { commandNames, commandReference, loadCommand } from "@openenv/cli";

const file = join(import.meta.dirname, "../docs/cli.md");
writeFileSync(file, commandReference(await Promise.all(commandNames.map(loadCommand))));
spawnSync(process.execPath, ["x", "--no-install", "--bun", "oxfmt", file], { stdio: "inherit" });
