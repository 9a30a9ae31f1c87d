/**
 * Titles of fields as Pydantic makes them: Python's `str.title()`, with spaces for underscores.
 */

/** `image_base64` → `Image Base64`, `openURL` → `Openurl`, `3d_view` → `3D View`. */
export function fieldTitle(name: string): string {
  let title = "";
  let inWord = false;
  for (const character of name) {
    const cased = character.toLowerCase() !== character.toUpperCase();
    title += inWord ? character.toLowerCase() : character.toUpperCase();
    inWord = cased;
  }
  return title.replaceAll("_", " ").trim();
}
