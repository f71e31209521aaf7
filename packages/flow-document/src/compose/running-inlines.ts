import { isDeepStrictEqual } from 'node:util';
import { containsMiddle } from '@platen/pdf-kit/geometry';
import { type Glyph, iconText, type Link, type Word } from '@platen/pdf-kit/page-model';
import { romanValue } from '../analysis/roman-value.ts';
import { isRomanNumeral } from '../analysis/running/number-roles.ts';
import type { DecorationOf } from '../analysis/text/decorations.ts';
import { piecesOf } from '../analysis/text/inlines.ts';
import type { RunStyles } from '../analysis/text/run-styles.ts';
import type { Fragment } from '../analysis/types.ts';
import type { Inline, PictureInline, TextRun } from '../model/blocks.ts';
import type { RunStyle } from '../model/formats.ts';

interface RunningLineFacts {
  /** What the line prints as the number of its page; null where it prints none. */
  readonly pageNumber: number | null;
  readonly pageCount: number;
  readonly runStyles: RunStyles;
  readonly decorationOf: DecorationOf;
  readonly links: readonly Link[];
  iconOf(icon: Glyph): PictureInline | null;
}

/**
 * The text of a running line; the page's own number and the number of pages become fields, and what leads to an address
 * does so.
 */
export function runningInlines(
  piece: Fragment,
  { pageNumber, pageCount, runStyles, decorationOf, links, iconOf }: RunningLineFacts,
): readonly Inline[] {
  const own =
    pageNumber === null
      ? undefined
      : piece.words.find(({ text }) => placeOf(pageNumber, text) !== null || isNumeralOf(pageNumber, text));
  const isCount = (text: string) => placeOf(pageCount, text) !== null && /^\D*\d+\D*$/.test(text);
  const textsOf = (word: Word): readonly TextRun[] =>
    piecesOf(word, decorationOf).map(({ text, style, decoration }) => ({
      kind: 'text',
      text,
      style: runStyles.styleOf(style, decoration),
    }));
  const urlOf = (word: Word) =>
    links.find(({ url, box }) => url !== null && containsMiddle(box, word.box))?.url ?? null;
  const linked = (url: string | null, texts: readonly TextRun[]): readonly Inline[] =>
    url === null ? texts : [{ kind: 'link', target: { url }, children: texts }];
  const inlinesOf = (word: Word): readonly Inline[] => {
    const [glyph] = word.glyphs;
    if (word.text === iconText && glyph !== undefined) return [iconOf(glyph)].filter((icon) => icon !== null);
    const style = runStyles.styleOf(word.style);
    const both = word === own ? partsOf(word.text, pageNumber, pageCount) : null;
    if (both !== null && pageNumber !== null) {
      return [...fieldIn(both.page, 'page', pageNumber, style), ...fieldIn(both.count, 'page-count', pageCount, style)];
    }
    if (word === own && pageNumber !== null) return fieldIn(word.text, 'page', pageNumber, style);
    if (own !== undefined && isCount(word.text)) return fieldIn(word.text, 'page-count', pageCount, style);
    return linked(urlOf(word), textsOf(word));
  };
  const spaceBetween = (word: Word, next: Word): readonly Inline[] => {
    const [before, behind] = [textsOf(word).at(-1)?.style, textsOf(next)[0]?.style];
    const style = before !== undefined && before === behind ? before : runStyles.styleOf(word.style);
    const url = urlOf(word);
    return linked(url === urlOf(next) ? url : null, [{ kind: 'text', text: ' ', style }]);
  };
  const parts = piece.words.flatMap((word, index): readonly Inline[] => {
    const next = piece.words[index + 1];
    return [...inlinesOf(word), ...(word.spaceAfter && next !== undefined ? spaceBetween(word, next) : [])];
  });
  return parts.reduce<Inline[]>(appendInline, []);
}

/** Where a word shows a number, by itself; the last place: of `5-5`, the latter counts the pages. */
function placeOf(number: number, text: string): number | null {
  const found = [...text.matchAll(/\d+/g)].filter(([digits]) => digits === String(number));
  return found.at(-1)?.index ?? null;
}

/** The number of the page with the sign behind it, and the number of pages, of a word that shows both: `2/7`. */
function partsOf(text: string, page: number | null, count: number): { page: string; count: string } | null {
  const [, before = '', after = ''] = /^(\D*\d+[/|])(\d+\D*)$/.exec(text) ?? [];
  const isBoth = page !== null && placeOf(page, before) !== null && placeOf(count, after) !== null;
  return isBoth ? { page: before, count: after } : null;
}

function isNumeralOf(number: number, text: string): boolean {
  return isRomanNumeral(text) && romanValue(text) === number;
}

/** A number as a field, with what is around it, such as the hyphens of `-12-`. */
function fieldIn(text: string, field: 'page' | 'page-count', number: number, style: RunStyle): readonly Inline[] {
  const printed = isNumeralOf(number, text) ? text : String(number);
  const start = printed === text ? 0 : (placeOf(number, text) ?? 0);
  const around = (part: string): readonly Inline[] => (part === '' ? [] : [{ kind: 'text', text: part, style }]);
  return [
    ...around(text.slice(0, start)),
    { kind: 'page-number', field, style, text: printed },
    ...around(text.slice(start + printed.length)),
  ];
}

/** Text that looks like the text before it is one run with it, and text of one address one link. */
function appendInline(inlines: Inline[], next: Inline): Inline[] {
  const last = inlines.at(-1);
  if (last?.kind === 'text' && next.kind === 'text' && last.style === next.style) {
    return [...inlines.slice(0, -1), { ...last, text: last.text + next.text }];
  }
  if (last?.kind === 'link' && next.kind === 'link' && isDeepStrictEqual(last.target, next.target)) {
    const children = [...last.children, ...next.children].reduce<Inline[]>(appendInline, []);
    return [...inlines.slice(0, -1), { ...last, children }];
  }
  return [...inlines, next];
}
