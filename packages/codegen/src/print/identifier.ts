/**
 * Which names can be written without quotes, and how names are made from any text.
 */
import { words } from "./words.ts";

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

/** Words that cannot be the name of a type or variable in a module. */
const RESERVED: ReadonlySet<string> = new Set(
  words(
    "any arguments as async await bigint boolean break case catch class const continue debugger default delete do else " +
      "enum eval export extends false finally for function get if implements import in instanceof interface let never new " +
      "null number object of package private protected public return set static string super switch symbol this throw " +
      "true try type typeof undefined unknown var void while with yield",
  ),
);

/** Whether a property of this name needs no quotes. */
export function isIdentifier(name: string): boolean {
  return IDENTIFIER.test(name);
}

/** Whether a declaration may have this name. */
export function isReserved(name: string): boolean {
  return RESERVED.has(name);
}

/**
 * A class-like name made of any text: `pkg__item-input` → `PkgItemInput`, `List[int]` → `ListInt`. Letters of any script
 * stay. Text without letters or digits gives the empty string.
 */
export function typeName(text: string): string {
  const words = text.normalize("NFC").match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const name = words.map((word) => capitalize(word)).join("");
  return name === "" || isIdentifier(name) ? name : `N${name}`;
}

function capitalize(word: string): string {
  const [first = "", ...rest] = word;
  return first.toUpperCase() + rest.join("");
}
