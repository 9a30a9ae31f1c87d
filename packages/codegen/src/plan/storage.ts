/**
 * Where files are read and written: the seam between plans and the disk.
 */
export interface Storage {
  /** The text of a file; `undefined` when there is none. Paths are below the root, with forward slashes. */
  read(path: string): Promise<string | undefined>;
  /** Writes a file and the folders it needs. */
  write(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** The paths of all files below a folder, sorted; none when there is no such folder. */
  list(folder: string): Promise<readonly string[]>;
}
