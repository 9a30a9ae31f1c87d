/**
 * Watches what environments are generated from. The system tells of changes; nothing is polled.
 */
import { watch, type FSWatcher } from "node:fs";

/** Editors write a file in several steps, milliseconds apart. */
const SETTLE_MS = 50;
const SOURCES = /^(?:openenv\.yaml|schema\.ts|(?:.*\.)?schema\.json)$/;

/**
 * Calls back for each change of a folder's `openenv.yaml` or schema, once when it has settled.
 *
 * @returns what stops watching
 */
export function watchEnvironments(folders: readonly string[], onChange: (folder: string) => void): Disposable {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const watchers: FSWatcher[] = folders.map((folder) =>
    watch(folder, (_event, name) => {
      if (name === null || !SOURCES.test(name)) return;
      clearTimeout(timers.get(folder));
      timers.set(
        folder,
        setTimeout(() => onChange(folder), SETTLE_MS),
      );
    }),
  );
  return {
    [Symbol.dispose]: () => {
      for (const timer of timers.values()) clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
