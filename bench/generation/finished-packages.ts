/**
 * What the controls print: the packages that our generator makes, as somebody would hold them who had already thought of
 * every word. Taking them apart is no part of what is measured.
 */
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ts } from "ts-morph";
import type { BenchEnvironment } from "./environments.ts";
import { planEnvironmentOf } from "./plan-environment-of.ts";

export interface FinishedFile {
  readonly path: string;
  readonly lines: readonly string[];
  /** The statements of a module, with their comments; `undefined` for other files. */
  readonly statements: readonly string[] | undefined;
}

export interface TextFile {
  readonly path: string;
  readonly content: string;
}

export function finishedPackages(env: BenchEnvironment): FinishedFile[] {
  return planEnvironmentOf(env).files.map(({ path, content }) => ({
    path,
    lines: content.split("\n"),
    statements: path.endsWith(".ts") ? statementsOf(content) : undefined,
  }));
}

function statementsOf(content: string): string[] {
  const { statements } = ts.createSourceFile("module.ts", content, ts.ScriptTarget.Latest);
  return statements.map(({ pos, end }) => content.slice(pos, end));
}

export async function writeAll(folder: string, files: readonly TextFile[]): Promise<void> {
  for (const { path, content } of files) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}
