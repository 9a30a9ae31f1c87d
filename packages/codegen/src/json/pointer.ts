/**
 * JSON pointers (RFC 6901), also in the form that a URI fragment gives them.
 */
import { isJsonArray, isJsonObject, member, type Json } from "./json.ts";

/** Adds names to a pointer: `#/a` and `b/c` → `#/a/b~1c`. */
export function pointTo(pointer: string, ...names: readonly (string | number)[]): string {
  let longer = pointer;
  for (const name of names) longer += `/${typeof name === "string" ? escapeName(name) : name}`;
  return longer;
}

function escapeName(name: string): string {
  return /[~/]/.test(name) ? name.replaceAll("~", "~0").replaceAll("/", "~1") : name;
}

/** The names in a pointer that starts with `#`. */
export function pointerNames(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The names in the fragment of a URI, percent escapes included. `undefined` when it is no pointer. */
export function fragmentNames(fragment: string): string[] | undefined {
  try {
    const pointer = decodeURIComponent(fragment);
    return pointer === "" || pointer.startsWith("/") ? pointerNames(pointer) : undefined;
  } catch {
    return undefined;
  }
}

export function valueAt(root: Json, names: readonly string[]): Json | undefined {
  let value: Json | undefined = root;
  for (const name of names) {
    if (isJsonArray(value)) value = value[Number(name)];
    else if (isJsonObject(value)) value = member(value, name);
    else return undefined;
  }
  return value;
}
