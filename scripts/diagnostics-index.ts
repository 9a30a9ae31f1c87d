/** Writes the index of diagnostics into docs/codegen.md, from the table that the generator itself uses. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { diagnosticKinds } from "@openenv/codegen";

const file = join(import.meta.dirname, "../docs/codegen.md");
const head = "| code | severity | what | what to do |\n| --- | --- | --- | --- |\n";
const rows = Object.entries(diagnosticKinds).map(
  ([code, { severity, title, hint }]) => `| ${code} | ${severity} | ${title} | ${hint} |\n`,
);
const page = readFileSync(file, "utf8");
writeFileSync(
  file,
  page.replace(/^\| code +\| severity .*\n(?:\|.*\n)+/m, () => head + rows.join("")),
);
spawnSync(process.execPath, ["x", "--no-install", "--bun", "oxfmt", file], { stdio: "inherit" });
