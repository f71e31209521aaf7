import type { Inline, RunStyle } from '@platen/pdf-kit/flow-document';
import { romanValue } from '../analysis/roman-value.ts';
import { isRomanNumeral } from '../analysis/running/number-roles.ts';
import type { RunStyles } from '../analysis/text/run-styles.ts';
import type { Fragment } from '../analysis/types.ts';

interface Numbering {
  /** What the line prints as the number of its page; null where it prints none. */
  readonly pageNumber: number | null;
  readonly pageCount: number;
  readonly runStyles: RunStyles;
}

/** The text of a running line; the page's own number and the number of pages become fields. */
export function runningInlines(piece: Fragment, { pageNumber, pageCount, runStyles }: Numbering): readonly Inline[] {
  const own =
    pageNumber === null
      ? undefined
      : piece.words.find(({ text }) => placeOf(pageNumber, text) !== null || isNumeralOf(pageNumber, text));
  const isCount = (text: string) => placeOf(pageCount, text) !== null && /^\D*\d+\D*$/.test(text);
  const parts = piece.words.flatMap((word, index): readonly Inline[] => {
    const style = runStyles.styleOf(word.style);
    const space = word.spaceAfter && index < piece.words.length - 1 ? ' ' : '';
    if (word === own && pageNumber !== null) return fieldIn(word.text, space, 'page', pageNumber, style);
    if (own !== undefined && isCount(word.text)) return fieldIn(word.text, space, 'page-count', pageCount, style);
    return [{ kind: 'text', text: word.text + space, style }];
  });
  return parts.reduce<Inline[]>(appendInline, []);
}

/** Where a word shows a number, by itself; the last place: of `5-5`, the latter counts the pages. */
function placeOf(number: number, text: string): number | null {
  const found = [...text.matchAll(/\d+/g)].filter(([digits]) => digits === String(number));
  return found.at(-1)?.index ?? null;
}

function isNumeralOf(number: number, text: string): boolean {
  return isRomanNumeral(text) && romanValue(text) === number;
}

/** A number as a field, with what is around it, such as the hyphens of `-12-`. */
function fieldIn(
  text: string,
  space: string,
  field: 'page' | 'page-count',
  number: number,
  style: RunStyle,
): readonly Inline[] {
  const printed = isNumeralOf(number, text) ? text : String(number);
  const start = printed === text ? 0 : (placeOf(number, text) ?? 0);
  const around = (part: string): readonly Inline[] => (part === '' ? [] : [{ kind: 'text', text: part, style }]);
  return [
    ...around(text.slice(0, start)),
    { kind: 'page-number', field, style, text: printed },
    ...around(text.slice(start + printed.length) + space),
  ];
}

/** Text that looks like the text before it is one run with it. */
function appendInline(inlines: Inline[], next: Inline): Inline[] {
  const last = inlines.at(-1);
  if (last?.kind === 'text' && next.kind === 'text' && last.style === next.style) {
    return [...inlines.slice(0, -1), { ...last, text: last.text + next.text }];
  }
  return [...inlines, next];
}
