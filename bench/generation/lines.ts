/** The first control: the same packages from arrays of lines that are joined. */
import { finishedPackages, writeAll } from "./finished-packages.ts";
import { runGeneration } from "./run-generation.ts";

await runGeneration({
  prepare: finishedPackages,
  generate: (files) => files.map(({ path, lines }) => ({ path, content: lines.join("\n") })),
  write: writeAll,
});
