/** The part of a document that the bench writes, between two marks. No I/O. */

const BEGIN = "<!-- bench: begin -->";
const END = "<!-- bench: end -->";

/**
 * The document with its marked part replaced.
 *
 * @throws Error when the document has no such part
 */
export function withMarkedSection(document: string, section: string): string {
  const begin = document.indexOf(BEGIN);
  const end = document.indexOf(END);
  if (begin < 0 || end < begin) throw new Error(`the document has no "${BEGIN}" … "${END}"`);
  return `${document.slice(0, begin + BEGIN.length)}\n\n${section}\n\n${document.slice(end)}`;
}
