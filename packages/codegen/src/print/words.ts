/** The words of a text: lists of names are easier to read without quotes. */
export function words(text: string): string[] {
  return text.split(" ");
}
