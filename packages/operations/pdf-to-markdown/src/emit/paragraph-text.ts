import { escapeLineStart } from './escape-markdown.ts';

/** The lines of a paragraph, without spaces and empty lines at its ends, none of which begins another block. */
export function paragraphText(markdown: string): string {
  return markdown
    .replace(/^(?:\s|\\\n)+|(?:\s|\\\n)+$/g, '')
    .split(/ *\\\n */)
    .filter((line) => line !== '')
    .map(escapeLineStart)
    .join('\\\n');
}
