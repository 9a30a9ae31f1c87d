/**
 * The images of the tests, made without a registry: a base of Bun's binary, the libraries it is linked with and busybox,
 * and on it the images of environments.
 */
import { buildImage, type BuildImageOptions } from "@openenv/core/providers";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { engineCommand, type TestEngine } from "./engine.ts";

export const BASE_IMAGE = "openenv-test-base:latest";

const root = join(import.meta.dirname, "../../..");
/** What the shell texts for sandboxes need, and the tests. */
const COMMANDS = "sh cat dirname env find head id kill sleep tail true".split(" ");
const built = new Set<string>();

/** Bun, busybox, a user that is not root, and nothing else. */
export function baseImage(engine: TestEngine): string {
  if (once(engine, BASE_IMAGE)) return BASE_IMAGE;
  const folder = mkdtempSync(join(tmpdir(), "openenv-base-"));
  try {
    for (const path of ["bin", "etc", "tmp", "app", "usr/local/bin"])
      mkdirSync(join(folder, path), { recursive: true });
    chmodSync(join(folder, "tmp"), 0o1777);
    cpSync(process.execPath, join(folder, "usr/local/bin/bun"));
    const libraries = execFileSync("ldd", [process.execPath], { encoding: "utf8" }).match(/\/\S+/g) ?? [];
    for (const library of libraries) {
      mkdirSync(join(folder, dirname(library)), { recursive: true });
      cpSync(library, join(folder, library), { dereference: true });
    }
    const busybox = Bun.which("busybox");
    if (busybox !== null) {
      cpSync(busybox, join(folder, "bin/busybox"), { dereference: true });
      for (const command of COMMANDS) symlinkSync("busybox", join(folder, "bin", command));
    }
    writeFileSync(join(folder, "etc/passwd"), "root:x:0:0::/:/bin/sh\nbun:x:1000:1000::/app:/bin/sh\n");
    importImage(engine, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return BASE_IMAGE;
}

/**
 * Gives the base image of the tests the name by which the Dockerfile of a build context asks for it, until it is
 * disposed. Where there is an image of that name it is used.
 */
export function standInForBase(engine: TestEngine, context: string): Disposable {
  const base = /^ARG BASE_IMAGE=(.+)$/m.exec(readFileSync(join(context, "Dockerfile"), "utf8"))?.[1] ?? "";
  if (engineCommand(engine, "images", "--quiet", base) !== "") return { [Symbol.dispose]: () => {} };
  engineCommand(engine, "tag", baseImage(engine), base);
  return { [Symbol.dispose]: () => void engineCommand(engine, "rmi", base) };
}

/** The image of an environment of this repository (`echo-env`), or of the interop suites (`slow`). */
export async function envImage(engine: TestEngine, name: string): Promise<string> {
  const tag = `${name}:test`;
  if (once(engine, tag)) return tag;
  const folder = name.endsWith("-env") ? "packages/envs" : "test/interop/envs";
  await buildImage({
    ...connection(engine),
    environment: join(root, folder, name),
    baseImage: baseImage(engine),
    tag,
  });
  return tag;
}

/** The options by which a provider reaches the engine; what only the environment can say is set there. */
export function connection({ cli, engineHost, env }: TestEngine): Pick<BuildImageOptions, "cli" | "engineHost"> {
  Object.assign(process.env, env);
  return { cli, ...(engineHost === undefined ? {} : { engineHost }) };
}

function once({ cli }: TestEngine, image: string): boolean {
  const key = `${cli} ${image}`;
  if (built.has(key)) return true;
  built.add(key);
  return false;
}

function importImage({ cli, engineHost, env }: TestEngine, folder: string): void {
  const host = engineHost === undefined ? [] : ["--host", engineHost];
  const archive = execFileSync("tar", ["-C", folder, "-c", "."], { maxBuffer: 2 ** 30 });
  const args = [...host, "import", "--change", "ENV PATH=/usr/local/bin:/bin", "-", BASE_IMAGE];
  const { status, stderr } = spawnSync(cli, args, { input: archive, env: { ...process.env, ...env } });
  if (status !== 0) throw new Error(`${cli} import: ${stderr.toString()}`);
}

/** All containers of the engine, running or not: none may be left. */
export function containersOf(engine: TestEngine): readonly string[] {
  const names = engineCommand(engine, "ps", "--all", "--format", "{{.Names}}");
  return names === "" ? [] : names.split("\n");
}
