/** Where the programs of the workers are: beside this file, as TypeScript from the sources and as JavaScript when built. */

export function workerFile(name: "thread-main" | "process-main"): URL {
  const extension = import.meta.url.endsWith(".ts") ? ".ts" : ".js";
  return new URL(`../worker/${name}${extension}`, import.meta.url);
}
