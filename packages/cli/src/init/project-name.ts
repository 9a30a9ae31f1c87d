/**
 * Which names a project can have: those that an environment, an npm package and generated code can.
 */
import { builtinModules } from "node:module";
import { envNames, type EnvNames } from "@openenv/core/schema";

import { UsageError } from "../terminal/failure.ts";

export type ProjectName = EnvNames;

/** npm's limit, for the longer of the two packages. */
const LONGEST = 214 - "-server".length;

/** Names that npm refuses, or that would hide a module or a word of the languages that code is generated in. */
const RESERVED: ReadonlySet<string> = new Set([
  ...builtinModules.map((name) => name.replaceAll(/[/_]/g, "-")),
  ..."node-modules favicon-ico openenv core codegen cli create client server test schema".split(" "),
  ..."abstract and any as assert async await boolean break case catch class const continue debugger def declare default".split(
    " ",
  ),
  ..."del delete do elif else enum except export extends false finally for from function get global if implements".split(
    " ",
  ),
  ..."import in interface is lambda let module namespace new none nonlocal not null number object of or package pass".split(
    " ",
  ),
  ..."private protected public raise return set static string super switch symbol this throw true try type typeof".split(
    " ",
  ),
  ..."undefined unknown var void while with yield".split(" "),
]);

/**
 * @param command whose help tells more
 * @throws UsageError with a name that would do
 */
export function checkProjectName(name: string, command = "init"): ProjectName {
  const offer = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, "-")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^[^a-z]+|-+$/g, "");
  const instead = offer === "" ? "word-env" : RESERVED.has(offer) ? `${offer}-env` : offer;
  let names: ProjectName;
  try {
    names = envNames(name);
  } catch {
    throw new UsageError(
      `"${name}" cannot be an environment's name: it is lower-case words joined by "-" or "_". How about ${instead}?`,
      command,
    );
  }
  if (RESERVED.has(names.slug)) throw new UsageError(`"${name}" is a reserved word. How about ${instead}?`, command);
  if (names.slug.length > LONGEST)
    throw new UsageError(`The name is too long for npm: at most ${LONGEST} letters.`, command);
  return names;
}

/** `acme` and `@acme`. @throws UsageError */
export function checkScope(scope: string, command = "init"): string {
  const name = scope.replace(/^@/, "");
  if (/^[a-z0-9][a-z0-9._~-]*$/.test(name) && name.length < LONGEST) return `@${name}`;
  throw new UsageError(`"${scope}" is no npm scope, such as @acme.`, command);
}
