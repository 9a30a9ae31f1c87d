/** The page as vite makes it for browsers, from the built packages, kept in memory. */
import { join } from "node:path";
import { build, createLogger, type Rolldown } from "vite";

export interface PageBundle {
  /** By path: `/index.html` and what it loads. */
  readonly files: ReadonlyMap<string, string>;
  /** What vite warned of, such as a module of Node that was left out. */
  readonly warnings: readonly string[];
}

export async function bundlePage(): Promise<PageBundle> {
  // What a test runner sets would make it a bundle for development, without some of the warnings.
  const before = process.env["NODE_ENV"];
  process.env["NODE_ENV"] = "production";
  try {
    return await bundleForProduction();
  } finally {
    if (before === undefined) delete process.env["NODE_ENV"];
    else process.env["NODE_ENV"] = before;
  }
}

async function bundleForProduction(): Promise<PageBundle> {
  const warnings: string[] = [];
  const warn = (message: string): void => void warnings.push(Bun.stripANSI(message));
  const made = await build({
    root: join(import.meta.dirname, "page"),
    configFile: false,
    logLevel: "silent",
    customLogger: { ...createLogger("silent"), warn, warnOnce: warn },
    build: { write: false },
  });
  const { output } = made as Rolldown.RolldownOutput;
  const contents = output.map((file) => (file.type === "chunk" ? file.code : String(file.source)));
  return { files: new Map(output.map(({ fileName }, index) => [`/${fileName}`, contents[index] ?? ""])), warnings };
}
