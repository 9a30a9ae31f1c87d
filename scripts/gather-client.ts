/**
 * `gather-client.ts`: a step of core's build, run in its folder. Puts the modules that every generated client loads into
 * one file, since a runtime takes longer to find sixty small files than to run what is in them. Each of the modules
 * stays where it was and hands out what it did, so there is still one of everything, whichever entry is imported.
 */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const src = resolve("src");
const dist = resolve("dist");
const entry = join(src, "codegen/v1.ts");
/** In a folder of `dist`, as the modules are: addresses relative to a module stay true. */
const gathered = join(dist, "client/gathered.js");

/** What a module is, as far as others see: the names of the values that it exports. */
const modules = new Map<string, readonly string[]>();
collect(entry);

const taken = new Set<string>();
const exported = new Map(
  [...modules].map(([file, names]) => [file, names.map((name) => ({ name, unique: claim(name) }))]),
);
await bundle();
for (const [file, names] of exported) {
  const built = join(dist, relative(src, file)).replace(/\.ts$/, ".js");
  const list = names.map(({ name, unique }) => (unique === name ? name : `${unique} as ${name}`));
  const from = specifier(dirname(built), gathered);
  writeFileSync(built, list.length === 0 ? "export {};\n" : `export { ${list.join(", ")} } from "${from}";\n`);
  rmSync(`${built}.map`, { force: true });
}

/** Follows what is loaded at once; imports of types are gone by then. */
function collect(file: string): void {
  if (modules.has(file)) return;
  const { imports, exports } = new Bun.Transpiler({ loader: "ts" }).scan(readFileSync(file, "utf8"));
  modules.set(file, exports);
  for (const { path, kind } of imports) {
    if (kind === "import-statement" && path.startsWith(".")) collect(resolve(dirname(file), path));
  }
}

function claim(name: string): string {
  let unique = name;
  for (let n = 1; taken.has(unique); n += 1) unique = `${name}$${n}`;
  taken.add(unique);
  return unique;
}

async function bundle(): Promise<void> {
  const list = join(dist, "gathered.ts");
  const lines = [...exported].flatMap(([file, names]) => {
    const parts = names.map(({ name, unique }) => (unique === name ? name : `${name} as ${unique}`));
    return parts.length === 0 ? [] : `export { ${parts.join(", ")} } from "${specifier(dist, file)}";`;
  });
  writeFileSync(list, `${lines.join("\n")}\n`);
  try {
    await Bun.build({
      entrypoints: [list],
      outdir: dirname(gathered),
      target: "node",
      packages: "external",
      external: ["#connect-websocket"],
      sourcemap: "linked",
    });
  } finally {
    rmSync(list);
  }
}

function specifier(from: string, file: string): string {
  const path = relative(from, file).replaceAll("\\", "/");
  return path.startsWith(".") ? path : `./${path}`;
}
