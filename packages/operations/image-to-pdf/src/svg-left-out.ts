import { withoutComments } from './svg-size.ts';

/**
 * References of elements other than links, scripts and style sheets, and those in styles, such as of fonts and fills; what is in the
 * file itself (`#name`, `data:`) is drawn.
 */
const outsidePattern =
  /<(?!(?:\w+:)?(?:a|script|link)[\s/>])[\w:-]+\s[^<>]*?\bhref\s*=\s*["']\s*(?!#|data:)[^"'\s]|(?<!@(?:import|namespace)\s+(?:\w+\s+)?)\burl\(\s*(?:&quot;|&apos;|["'])?\s*(?!#|data:)[^"'\s)&]/gi;
const sheetPattern = /<\?xml-stylesheet\b|@import\b|<(?:\w+:)?link\b/gi;
const scriptPattern = /<(?:\w+:)?script[\s/>]/gi;
const foreignPattern = /<(?:\w+:)?foreignObject[\s/>]/gi;

/** What of an SVG is not drawn, such as "2 references to other files"; null for nothing. Nothing outside a file is followed. */
export function svgLeftOut(svg: string): string | null {
  const text = withoutComments(svg);
  const kinds = [
    ['reference to another file', 'references to other files', outsidePattern],
    ['style sheet of another file', 'style sheets of other files', sheetPattern],
    ['script', 'scripts', scriptPattern],
    ['foreignObject', 'foreignObjects', foreignPattern],
  ] as const;
  const found = kinds.flatMap(([one, several, pattern]) => {
    const count = text.match(pattern)?.length ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
  });
  return found.length === 0 ? null : found.join(', ');
}
