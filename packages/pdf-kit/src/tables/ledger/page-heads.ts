import { isClearlyLarger } from '../is-clearly-larger.ts';
import type { TextRow } from '../text-rows.ts';
import { isCountHeading } from './count-headings.ts';
import { amountsOf, piecesOf } from './pieces.ts';

/** Tolerance for rows in the same place on two pages. */
const samePlacePt = 3;
/** Letterheads above the titles of two sections differ by no more than this, two lines. */
const headSlackEm = 3;
/** This many adjacent headings are the header of a table, which may also be repeated. */
const minHeadings = 3;
/** A page number between words and the page count. */
const pageNumber = /^(\D{0,12}?)(\d{1,3})((?:\D{1,5}\d{1,3})?\D{0,2})$/;

/**
 * Letterheads with numbers that are repeated on every page: from the top of each page down to the last row with values
 * that an adjacent page has in the same place, above any table header, or down to the page number, or down to the title of
 * the section that goes on. Below that, dates are headings rather than values.
 */
export function findPageHeads(pages: readonly (readonly TextRow[])[]): Set<TextRow> {
  const heads = new Set<TextRow>();
  pages.forEach((page, index) => {
    const rows = page.toSorted((a, b) => a.box.y0 - b.box.y0);
    const others = [pages[index - 1], pages[index + 1]].flatMap((other) => other ?? []);
    const texts = new Map<string, TextRow[]>();
    for (const row of others) texts.set(textOf(row), [...(texts.get(textOf(row)) ?? []), row]);
    const isSamePlace = (row: TextRow) => (other: TextRow) => Math.abs(other.box.y0 - row.box.y0) < samePlacePt;
    const isPrinted = (row: TextRow) => texts.get(textOf(row))?.some(isSamePlace(row)) === true;
    // The first page has its page number beside the document title, above all headings.
    const isCounted = (row: TextRow) =>
      index > 0 && others.filter(isSamePlace(row)).some((other) => areCounted(row, other));
    const printed = rowsAtTop(rows, isPrinted);
    const running = rowsAtTop(rows, (row) => isPrinted(row) || isCounted(row));
    const last = Math.max(
      printed.findLastIndex(hasValue),
      running.findLastIndex(isCounted),
      rows.findIndex((row) => isResumedTitle(row, pages[index - 1] ?? [])),
    );
    for (const row of rows.slice(0, last + 1)) heads.add(row);
  });
  return heads;
}

/**
 * The rows from the top of a page down to one that is not repeated or heads a table; none if the whole page is
 * repeated.
 */
function rowsAtTop(rows: readonly TextRow[], isRunning: (row: TextRow) => boolean): readonly TextRow[] {
  const end = rows.findIndex((row, at) => !isRunning(row) || isHeader(row) || isCountHeading(row, rows[at + 1]));
  return rows.slice(0, Math.max(0, end));
}

/**
 * Whether a row is the last title of the page before, about where the first title of that page is, which may be that of
 * the section before. A title is a single text, larger than amounts.
 */
function isResumedTitle(row: TextRow, above: readonly TextRow[]): boolean {
  if (
    row.chunks.length !== 1 ||
    !above.every((own) => amountsOf(own).length === 0 || isClearlyLarger(row.sizePt, own.sizePt))
  )
    return false;
  const isLike = (other: TextRow) =>
    other.chunks.length === 1 &&
    Math.abs(other.box.x0 - row.box.x0) < 1 &&
    Math.abs(other.sizePt - row.sizePt) < 0.1 &&
    other.chunks[0]?.bold === row.chunks[0]?.bold;
  const isNear = ({ box }: TextRow) => Math.abs(box.y0 - row.box.y0) < headSlackEm * row.sizePt;
  const titles = above.filter(isLike).toSorted((a, b) => a.box.y0 - b.box.y0);
  const [first, last] = [titles.find(isNear), titles.at(-1)];
  return first !== undefined && last !== undefined && last !== first && textOf(row) === textOf(last);
}

/** Whether two rows differ only in the page number, `Page 2` or `2 / 5`, and in the name of a chapter beside the title. */
function areCounted(row: TextRow, other: TextRow): boolean {
  const [own, theirs] = [row, other].map(({ chunks }) => chunks.map(({ text }) => text));
  if (own === undefined || theirs === undefined || own.length !== theirs.length) return false;
  const isTitled = own.some((text, index) => text === theirs[index] && /\p{L}{3}/u.test(text));
  const isChapter = (texts: readonly string[]) =>
    isTitled && texts.every((text) => /^\P{Nd}*\p{L}{3}\P{Nd}*$/u.test(text));
  const differing = own
    .map((text, index) => [text, theirs[index] ?? ''] as const)
    .filter((texts) => texts[0] !== texts[1] && !isChapter(texts));
  const [[first = '', second = ''] = [], ...others] = differing;
  const [[before = '', number = '', behind = ''] = [], [otherBefore, otherNumber = '', otherBehind] = []] = [
    pageNumber.exec(first)?.slice(1),
    pageNumber.exec(second)?.slice(1),
  ];
  return (
    others.length === 0 &&
    before === otherBefore &&
    behind === otherBehind &&
    Math.abs(Number(number) - Number(otherNumber)) === 1
  );
}

/** Whether a row has an amount, a date or an identifying number, and so is not column headings. */
function hasValue(row: TextRow): boolean {
  return (
    amountsOf(row).length > 0 ||
    piecesOf(row)
      .slice(1)
      .some(({ kind }) => kind === 'code' || kind === 'date')
  );
}

function isHeader(row: TextRow): boolean {
  const pieces = piecesOf(row);
  return (
    pieces.length >= minHeadings && pieces.every(({ kind }) => kind === 'text' || kind === 'year' || kind === 'period')
  );
}

function textOf({ chunks }: TextRow): string {
  return chunks.map(({ text }) => text).join('|');
}
