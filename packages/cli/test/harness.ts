/** Runs the command as its users do: as a process, with its words caught. */
import { spawn, type Subprocess } from "bun";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

export const root: string = join(import.meta.dirname, "../../..");
export const main: string = join(import.meta.dirname, "../src/main.ts");

export interface Ran {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

export async function openenv(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const child = startOpenenv(args, options);
  const [stdout, stderr, exitCode] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { exitCode, stdout, stderr };
}

export function startOpenenv(
  args: readonly string[],
  { cwd = root, env = {} }: RunOptions = {},
): Subprocess<"ignore", "pipe", "pipe"> {
  return spawn([process.execPath, main, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
}

/** What a child has printed and nobody has looked at yet. */
const unread = new WeakMap<object, string>();

/** Waits for a line of its stdout, and gives it. Lines before it are gone, those after it are not. */
export async function lineOf(child: Subprocess<"ignore", "pipe", "pipe">, wanted: RegExp): Promise<string> {
  const reader = child.stdout.getReader();
  const decoder = new TextDecoder();
  let text = unread.get(child) ?? "";
  try {
    for (;;) {
      const lines = text.split("\n").slice(0, -1);
      const index = lines.findIndex((each) => wanted.test(each));
      if (index !== -1) {
        unread.set(
          child,
          text
            .split("\n")
            .slice(index + 1)
            .join("\n"),
        );
        return lines[index] ?? "";
      }
      const { value, done } = await reader.read();
      if (done) throw new Error(`It ended without ${wanted}: ${text}${await new Response(child.stderr).text()}`);
      text += decoder.decode(value, { stream: true });
    }
  } finally {
    reader.releaseLock();
  }
}

/** A folder outside the repository, gone at the end. */
export function emptyFolder(): { readonly path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), "openenv-cli-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}
