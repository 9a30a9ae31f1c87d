/**
 * A program: prints what is read from the folder it is given, what was said about it, and whether ts-morph was loaded.
 * With `without`, ts-morph is not there, as where optional packages are left out.
 */
import process from "node:process";
import { DiagnosticLog } from "../../src/diagnostics/diagnostic.ts";
import { readEnvironmentFolder } from "../../src/input/environment-folder.ts";

const [, , folder = "", without] = process.argv;
if (without !== undefined) {
  Bun.plugin({
    name: "without ts-morph",
    setup: (build) => {
      build.module("ts-morph", () => {
        throw new Error("Cannot find package 'ts-morph'");
      });
    },
  });
}
const log = new DiagnosticLog();
const source = await readEnvironmentFolder(folder, log);
const loaded = Object.keys(require.cache).some((path) => path.includes("ts-morph"));
process.stdout.write(JSON.stringify({ source, diagnostics: log.list(), loaded }));
