/** Writes a content stream, with white space only between tokens that would otherwise join. */
export interface ContentWriter {
  add(text: string): void;
  bytes(): Uint8Array;
}

const delimiters = new Set(' \n\r\t\f\0()<>[]{}/%');

/** A writer of an empty content stream. */
export function createContentWriter(): ContentWriter {
  const parts: string[] = [];
  let last = '\n';
  return {
    add(text) {
      if (text === '') return;
      if (!delimiters.has(last) && !delimiters.has(text.charAt(0))) parts.push('\n');
      parts.push(text);
      last = text.charAt(text.length - 1);
    },
    bytes: () => Buffer.from(parts.join(''), 'latin1'),
  };
}
