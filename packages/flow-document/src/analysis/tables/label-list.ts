import type { Line, Page, Word } from '@platen/pdf-kit/page-model';
import { textOf, withoutWords } from '@platen/pdf-kit/page-model';
import { median } from '@platen/pdf-kit/statistics';
import type { Table } from '@platen/pdf-kit/tables';
import { joinedLine } from '../text/fragments.ts';
import { type TermRow, twoColumnTable } from './two-column-table.ts';

/** Minimum number of labels; fewer may end at one edge by chance. */
const minLabels = 5;
/** Tolerance for aligned edges, in points. */
const sameEdgePt = 1.5;
/** The punctuation that ends a label may hang out of its edge this far, in em. */
const hangingEm = 0.2;
/** Labels flush right begin at different places: no more than this share at one, as the lines of a column do. */
const sameStartShare = 0.5;
/** The gap between labels and their values is this wide, in em. */
const gapEm = [0.6, 4] as const;
/** Tolerance for baselines of one row, in em. */
const sameBaselineEm = 0.15;
/** Maximum distance of rows in one list, in em. */
const apartEm = 5;
/** Maximum distance of lines of one value, in em. */
const closeEm = 1.5;
/** This share of the rows of a list has a label. */
const labelledShare = 0.5;
/** A heading is larger than the labels by this factor. */
const largerBy = 1.08;

interface Row {
  readonly baseline: number;
  readonly lines: readonly Line[];
  readonly words: readonly Word[];
}

/** Where labels end, and where their values begin. */
interface Gutter {
  readonly x0: number;
  readonly x1: number;
}

/**
 * The tables that labels flush right are beside their values, without rules, as in a curriculum vitae: words of many
 * rows end at one edge, and those behind begin at another. Headings among them part the tables.
 */
export function findLabelLists(page: Page, lines: readonly Line[]): readonly Table[] {
  const rows = rowsOf(lines.filter(({ angle, direction }) => angle === 0 && direction === 'ltr'));
  const gutter = commonGutter(rows);
  if (gutter === null) return [];
  const lists = stretchesOf(rows, gutter).map((list) => withContinuations(list, gutter));
  const kept = lists.filter((list) => list.filter(isLabelled).length >= Math.max(1, labelledShare * list.length));
  const labels = kept.flat().filter(isLabelled);
  if (labels.length < minLabels || beginAtOneEdge(labels)) return [];
  return kept.map((list) => twoColumnTable(page, list, gutter.x1));
}

function isLabelled({ terms }: TermRow): boolean {
  return terms.length > 0;
}

function beginAtOneEdge(labels: readonly TermRow[]): boolean {
  const starts = Map.groupBy(labels, ({ terms }) => Math.round((terms[0]?.box.x0 ?? 0) / (2 * sameEdgePt)));
  return Math.max(...[...starts.values()].map(({ length }) => length)) > sameStartShare * labels.length;
}

/** The cells of rows: labels and values that go on in the next line are one; a colon ends a label. */
function withContinuations(rows: readonly Row[], gutter: Gutter): readonly TermRow[] {
  const cells: TermRow[] = [];
  for (const [index, row] of rows.entries()) {
    const own = cellsOf(row, gutter);
    const [last, above] = [cells.at(-1), rows[index - 1]];
    const goesOn = isBelow(row, above);
    const isLabelAlone = own.terms.length > 0 && own.text.length === 0;
    const isPart = own.terms.length === 0 || (isLabelAlone && !/:$/.test(last?.terms.at(-1)?.text.trim() ?? ''));
    if (isPart && goesOn && last !== undefined) {
      cells[cells.length - 1] = { terms: [...last.terms, ...own.terms], text: [...last.text, ...own.text] };
    } else cells.push(own);
  }
  return cells;
}

/** Whether a row may be the next line of the one above. */
function isBelow(row: Row, above: Row | undefined): boolean {
  return above !== undefined && row.baseline - above.baseline < closeEm * sizeOf(row);
}

function rowsOf(lines: readonly Line[]): readonly Row[] {
  const rows: Line[][] = [];
  for (const line of [...lines].sort((first, second) => first.baseline - second.baseline)) {
    const above = rows.at(-1)?.[0];
    const isBeside = above !== undefined && line.baseline - above.baseline <= sameBaselineEm * line.style.sizePt;
    if (isBeside) rows.at(-1)?.push(line);
    else rows.push([line]);
  }
  return rows.map((row) => ({
    baseline: row[0]?.baseline ?? 0,
    lines: row,
    words: row
      .flatMap(({ words }) => words)
      .filter(({ text }) => text.trim() !== '')
      .sort((first, second) => first.box.x0 - second.box.x0),
  }));
}

/** The gap that most rows have at the same place; null where too few have one. */
function commonGutter(rows: readonly Row[]): Gutter | null {
  const gaps = rows.flatMap(({ words }) =>
    words.slice(1).flatMap((word, index): Gutter[] => {
      const gap = { x0: words[index]?.box.x1 ?? 0, x1: word.box.x0 };
      const em = (gap.x1 - gap.x0) / word.style.sizePt;
      return em >= gapEm[0] && em <= gapEm[1] ? [gap] : [];
    }),
  );
  const place = ({ x0, x1 }: Gutter) => `${Math.round(x0 / sameEdgePt)} ${Math.round(x1 / sameEdgePt)}`;
  const commonest = longest([...Map.groupBy(gaps, place).values()])[0];
  const most = commonest === undefined ? [] : gaps.filter((gap) => isSame(gap, commonest));
  if (most.length < minLabels) return null;
  return { x0: Math.max(...most.map(({ x0 }) => x0)), x1: Math.min(...most.map(({ x1 }) => x1)) };
}

function isSame(first: Gutter, second: Gutter): boolean {
  return Math.abs(first.x0 - second.x0) <= sameEdgePt && Math.abs(first.x1 - second.x1) <= sameEdgePt;
}

/** Rows that follow each other and leave the gutter free, from the first with a label to the last. */
function stretchesOf(rows: readonly Row[], gutter: Gutter): readonly (readonly Row[])[] {
  const labelSizePt = median(rows.filter((row) => hasLabel(row, gutter)).map(sizeOf));
  const stretches: Row[][] = [[]];
  for (const row of rows) {
    const last = stretches.at(-1)?.at(-1);
    const isApart = last !== undefined && row.baseline - last.baseline > apartEm * sizeOf(row);
    const isMember = isFree(row, gutter) && !isHeading(row, labelSizePt);
    if (isApart || !isMember) stretches.push([]);
    if (isMember) stretches.at(-1)?.push(row);
  }
  return stretches.map((stretch) => {
    const first = stretch.findIndex((row) => hasLabel(row, gutter));
    const last = stretch.findLastIndex((row) => hasLabel(row, gutter) || startsAt(row, gutter));
    const beyond = stretch.findIndex((row, index) => index > last && !goesOnBehind(row, stretch[index - 1], gutter));
    return first < 0 ? [] : stretch.slice(first, beyond < 0 ? stretch.length : beyond);
  });
}

/** Whether a row goes on with a value, or with a remark behind it. */
function goesOnBehind(row: Row, above: Row | undefined, { x1 }: Gutter): boolean {
  return isBelow(row, above) && row.words.every(({ box }) => box.x0 > x1);
}

function sizeOf({ words }: Row): number {
  return words[0]?.style.sizePt ?? 0;
}

/** Whether a row is larger than the labels are. */
function isHeading({ words }: Row, labelSizePt: number): boolean {
  return words.every(({ style }) => style.sizePt > largerBy * labelSizePt);
}

/** Whether words are on either side of the gutter only, and end or begin at it. */
function isFree({ words }: Row, { x0, x1 }: Gutter): boolean {
  return words.every((word) => word.box.x1 <= x0 || endsAt(word, x0) || word.box.x0 >= x1 - sameEdgePt);
}

function endsAt({ box, text, style }: Word, x0: number): boolean {
  const hangingPt = /\p{P}$/u.test(text) ? hangingEm * style.sizePt : 0;
  return Math.abs(box.x1 - x0) <= Math.max(sameEdgePt, hangingPt);
}

function hasLabel({ words }: Row, { x0, x1 }: Gutter): boolean {
  const index = words.findIndex(({ box }) => box.x0 >= x1 - sameEdgePt);
  const [before, value] = [words.slice(0, index), words[index]];
  const label = before.at(-1);
  if (label === undefined || value === undefined || !isOnePhrase(before)) return false;
  return endsAt(label, x0) && Math.abs(value.box.x0 - x1) <= sameEdgePt;
}

/** Bullets and numbers of lists are no labels, nor is the text of a column before them. */
function isOnePhrase(words: readonly Word[]): boolean {
  const isClose = (word: Word, index: number) =>
    word.box.x0 - (words[index]?.box.x1 ?? 0) < gapEm[0] * word.style.sizePt;
  return /\p{L}{2}|\d{4}/u.test(textOf(words)) && words.slice(1).every(isClose);
}

function startsAt({ words }: Row, { x1 }: Gutter): boolean {
  return Math.abs((words[0]?.box.x0 ?? 0) - x1) <= sameEdgePt;
}

function longest<Item>(lists: readonly (readonly Item[])[]): readonly Item[] {
  return lists.reduce((first, second) => (second.length > first.length ? second : first), []);
}

function cellsOf({ lines }: Row, { x1 }: Gutter): TermRow {
  const isValue = ({ box }: Word) => box.x0 >= x1 - sameEdgePt;
  return {
    terms: asOneLine(lines.flatMap((line) => withoutWords(line, isValue))),
    text: asOneLine(lines.flatMap((line) => withoutWords(line, (word) => !isValue(word)))),
  };
}

/** The pieces of a row in one cell: remarks at the right edge are tabbed. */
function asOneLine(pieces: readonly Line[]): readonly Line[] {
  const sorted = [...pieces].sort((first, second) => first.box.x0 - second.box.x0);
  return sorted.length === 0 ? [] : [sorted.reduce(joinedLine)];
}
