/**
 * How many columns a text takes, as formatters count: wide East Asian characters and emoji take two, combining marks none.
 */
const ASCII = /^[\x20-\x7e]*$/;
const INVISIBLE = /^[\p{M}\p{Cf}]$/u;
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}|[\u{20000}-\u{3fffd}])$/u;

export function textWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const character of text) {
    if (INVISIBLE.test(character)) continue;
    width += WIDE.test(character) ? 2 : 1;
  }
  return width;
}
