/** What the controls write beside code: the same for both, and as many files as ours. */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { BenchEnvironment } from "./environments.ts";

export interface TextFile {
  readonly path: string;
  readonly content: string;
}

/** `bench_7_env` → `Bench7` */
export function prefixOf(name: string): string {
  const words = name.split("_").slice(0, -1);
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

/** Manifests, READMEs and configuration. */
export function otherFiles({ name }: BenchEnvironment): TextFile[] {
  return (["client", "server"] as const).flatMap((side): TextFile[] => {
    const manifest = { name: `@openenv/${name}-${side}`, version: "1.0.0", type: "module", exports: "./src/index.ts" };
    return [
      { path: `${side}/package.json`, content: `${JSON.stringify(manifest, undefined, 2)}\n` },
      { path: `${side}/README.md`, content: [`# ${name}`, "", `The ${side} of ${name}.`, ""].join("\n") },
      { path: `${side}/tsconfig.json`, content: `${JSON.stringify({ include: ["src"] }, undefined, 2)}\n` },
      { path: `${side}/tsconfig.build.json`, content: `${JSON.stringify({ include: ["src"] }, undefined, 2)}\n` },
      { path: `${side}/src/index.ts`, content: 'export * from "./gen/index.ts";\n' },
      { path: `${side}/src/main.ts`, content: 'import "./index.ts";\n' },
    ];
  });
}

export async function writeAll(folder: string, files: readonly TextFile[]): Promise<void> {
  for (const { path, content } of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}
