/**
 * `docs:api [FOLDER]`: writes the API reference as HTML by `deno doc`: a page for each public entry of the published
 * packages, and for each name in it. FOLDER is replaced; it is `.cache/api` where none is given.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { sourcesOf } from "./entries.ts";
import { publishedPackages } from "./packages.ts";
import { runCommand } from "./run-command.ts";
import { envFor, requireRuntime } from "./runtimes.ts";

const root = join(import.meta.dirname, "..");
const output = resolve(process.argv[2] ?? join(root, ".cache/api"));
const scope = "@openenv/";
// Inside the repository, so that Deno reads its deno.json.
const entries = join(root, ".cache/api-entries");

rmSync(entries, { recursive: true, force: true });
rmSync(output, { recursive: true, force: true });
try {
  const sources = publishedPackages().flatMap(({ name, folder, manifest }) =>
    Object.entries(sourcesOf(manifest["exports"])).map(
      ([entry, source]) => [name + entry.slice(1), join(folder, source)] as const,
    ),
  );
  const files = sources.map(([name, source]) => writeEntry(name, source));
  const flags = ["--quiet", "doc", "--html", "--name=OpenEnv", `--output=${output}`];
  const command = [requireRuntime("deno").path, ...flags, ...files];
  const { exitCode, output: said } = await runCommand(command, { cwd: root, env: envFor("deno"), quiet: true });
  if (exitCode === 0) nameEntries(sources.map(([name]) => name));
  console.log(exitCode === 0 ? `${files.length} entries: ${join(output, "index.html")}` : said);
  process.exitCode = exitCode;
} finally {
  rmSync(entries, { recursive: true, force: true });
}

/** A module in the place of an entry, that hands on what the source does: Deno gives a page for each file it is told. */
function writeEntry(name: string, source: string): string {
  const file = join(entries, `${name}/index.ts`);
  const text = readFileSync(source, "utf8");
  const about = /^\/\*\*([\s\S]*?)\*\//.exec(text)?.[1]?.trimEnd() ?? "";
  const from = JSON.stringify(relative(dirname(file), source).replaceAll("\\", "/"));
  const lines = [`/**${about}`, ` * @module ${name}`, " */", `export * from ${from};`];
  if (/^export default |\bas default\b|export \{ default \}/m.test(text))
    lines.push(`export { default } from ${from};`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

/** Deno calls an entry by its file, and its first page is empty: has pages say what a user imports, and lists the entries. */
function nameEntries(names: readonly string[]): void {
  const pages = new Map(names.map((name) => [`${name.slice(scope.length)}/index.ts`, name]));
  for (const page of new Bun.Glob("**/*.html").scanSync(output)) {
    const file = join(output, page);
    const html = readFileSync(file, "utf8");
    const named = html.replaceAll(
      /(&quot;|>| - )([\w./-]+\/index\.ts)(?=&quot;|<| )/g,
      (all, before: string, path: string) => {
        const name = pages.get(path);
        return name === undefined ? all : before + name;
      },
    );
    writeFileSync(file, named);
  }
  const links = [...pages].map(
    ([path, name]) => `<li><a class="contextLink" href="./${path}/index.html">${name}</a></li>`,
  );
  const home = join(output, "index.html");
  const html = readFileSync(home, "utf8");
  if (!html.includes("<main></main>")) throw new Error("deno doc writes another first page than this script knows");
  writeFileSync(home, html.replace("<main></main>", `<main><h1>OpenEnv</h1><ul>${links.join("")}</ul></main>`));
}
