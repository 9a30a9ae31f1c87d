/**
 * Files below one folder of the disk. Nothing outside of it can be reached.
 */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import type { Storage } from "./storage.ts";

export class FolderStorage implements Storage {
  readonly #root: string;

  constructor(root: string) {
    this.#root = resolve(root);
  }

  async read(path: string): Promise<string | undefined> {
    try {
      return await readFile(this.#absolute(path), "utf8");
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async write(path: string, text: string): Promise<void> {
    const file = this.#absolute(path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }

  async remove(path: string): Promise<void> {
    await rm(this.#absolute(path), { force: true });
  }

  async list(folder: string): Promise<readonly string[]> {
    const top = this.#absolute(folder);
    try {
      const entries = await readdir(top, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      return files.map((file) => relative(this.#root, file).replaceAll(sep, "/")).toSorted();
    } catch (error) {
      if (isMissing(error)) return [];
      throw error;
    }
  }

  #absolute(path: string): string {
    const absolute = resolve(this.#root, path);
    if (absolute !== this.#root && !absolute.startsWith(this.#root + sep)) {
      throw new RangeError(`${path} lies outside of ${this.#root}`);
    }
    return absolute;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}
