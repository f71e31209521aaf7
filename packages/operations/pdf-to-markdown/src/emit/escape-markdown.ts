/**
 * The text with a backslash before what Markdown would take as markup inside a line: CommonMark 0.31 with the extensions of
 * GitHub. What stays as it is cannot be markup: `_` inside a word, brackets that no address follows.
 */
export function escapeInline(text: string): string {
  return escapeMarks(text, /[\\`*~]/g).replaceAll(/\[(?=\^)|!(?=\[)|\](?=[([:])/g, '\\$&');
}

/** The same for the text of a link, in which every bracket counts. */
export function escapeLinkText(text: string): string {
  return escapeMarks(text, /[\\`*~[\]]/g);
}

function escapeMarks(text: string, marks: RegExp): string {
  return text
    .replaceAll(marks, '\\$&')
    .replaceAll(/(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\_')
    .replaceAll(/<(?=[a-z/!?])/gi, '\\<')
    .replaceAll(/&(?=#?\w+;)/g, '\\&');
}

/** A line, escaped inside, with a backslash before what would make it the beginning of another block. */
export function escapeLineStart(line: string): string {
  if (/^(?:#{1,6}(?:\s|$)|>|[-+](?:\s|$)|[-=]+\s*$|(?:-\s*){3,}$|\||:?-+:?\s*(?:\||$))/.test(line)) return `\\${line}`;
  // The number and mark of an ordered list.
  return line.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

/** Text as HTML, in the lines of a table that Markdown leaves alone. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** The value of an attribute, in double quotes. */
export function htmlAttribute(text: string): string {
  return `"${escapeHtml(text).replaceAll('"', '&quot;').replaceAll(/\s+/g, ' ')}"`;
}

/** An address in the parentheses of a link: without what would end it. */
export function linkAddress(url: string): string {
  return url.replaceAll(
    /[\s()<>\\`*_~|[\]"^{}]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
