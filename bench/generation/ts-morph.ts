/** The second control: the same packages by ts-morph, which makes syntax trees of the statements and formats them. */
import { IndentationText, Project } from "ts-morph";
import { finishedPackages, type FinishedFile, type TextFile, writeAll } from "./finished-packages.ts";
import { runGeneration } from "./run-generation.ts";

await runGeneration({ prepare: finishedPackages, generate, write: writeAll });

function generate(files: readonly FinishedFile[]): TextFile[] {
  const project = new Project({
    useInMemoryFileSystem: true,
    manipulationSettings: { indentationText: IndentationText.TwoSpaces },
  });
  return files.map(({ path, lines, statements }) => {
    if (statements === undefined) return { path, content: lines.join("\n") };
    const file = project.createSourceFile(path);
    file.addStatements(statements);
    file.formatText();
    return { path, content: file.getFullText() };
  });
}
