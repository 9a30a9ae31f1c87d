/**
 * Files in memory, for tests and for looking at what would be generated.
 */
import type { Storage } from "./storage.ts";

export class MemoryStorage implements Storage {
  readonly files: Map<string, string>;

  constructor(files: Readonly<Record<string, string>> = {}) {
    this.files = new Map(Object.entries(files));
  }

  async read(path: string): Promise<string | undefined> {
    return this.files.get(path);
  }

  async write(path: string, text: string): Promise<void> {
    this.files.set(path, text);
  }

  async remove(path: string): Promise<void> {
    this.files.delete(path);
  }

  async list(folder: string): Promise<readonly string[]> {
    return [...this.files.keys()].filter((path) => path.startsWith(`${folder}/`)).toSorted();
  }
}
