import type { Line, Page, Word } from '@platen/pdf-kit/page-model';
import type { Table } from '@platen/pdf-kit/tables';
import { textOf, withoutWords } from '../text/fragments.ts';
import { type TermRow, twoColumnTable } from './two-column-table.ts';

/** Minimum number of labels; fewer may end at one edge by chance. */
const minLabels = 5;
/** Tolerance for aligned edges, in points. */
const sameEdgePt = 1.5;
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
 * The table that labels flush right are beside their values, without rules, as in the European curriculum vitae: words
 * of many rows end at one edge, and those behind begin at another. Null where there is none.
 */
export function findLabelList(page: Page, lines: readonly Line[]): Table | null {
  const rows = rowsOf(lines.filter(({ angle, direction }) => angle === 0 && direction === 'ltr'));
  const gutter = commonGutter(rows);
  if (gutter === null) return null;
  const list = longest(stretchesOf(rows, gutter));
  const labels = list.filter((row) => hasLabel(row, gutter));
  if (labels.length < minLabels || labels.length < labelledShare * list.length || beginAtOneEdge(labels)) return null;
  return twoColumnTable(page, withContinuations(list, gutter), gutter.x1);
}

function beginAtOneEdge(labels: readonly Row[]): boolean {
  const starts = Map.groupBy(labels, ({ words }) => Math.round((words[0]?.box.x0 ?? 0) / (2 * sameEdgePt)));
  return Math.max(...[...starts.values()].map(({ length }) => length)) > sameStartShare * labels.length;
}

/** The cells of rows: values that go on below their label are one. */
function withContinuations(rows: readonly Row[], gutter: Gutter): readonly TermRow[] {
  const cells: TermRow[] = [];
  for (const [index, row] of rows.entries()) {
    const own = cellsOf(row, gutter);
    const [last, above] = [cells.at(-1), rows[index - 1]];
    const goesOn = above !== undefined && row.baseline - above.baseline < closeEm * (row.words[0]?.style.sizePt ?? 0);
    if (own.terms.length === 0 && goesOn && last !== undefined) {
      cells[cells.length - 1] = { terms: last.terms, text: [...last.text, ...own.text] };
    } else cells.push(own);
  }
  return cells;
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
  const stretches: Row[][] = [[]];
  for (const row of rows) {
    const last = stretches.at(-1)?.at(-1);
    const em = row.words[0]?.style.sizePt ?? 0;
    const isApart = last !== undefined && row.baseline - last.baseline > apartEm * em;
    if (isApart || !isFree(row, gutter)) stretches.push([]);
    if (isFree(row, gutter)) stretches.at(-1)?.push(row);
  }
  return stretches.map((stretch) => {
    const first = stretch.findIndex((row) => hasLabel(row, gutter));
    const last = stretch.findLastIndex((row) => hasLabel(row, gutter) || startsAt(row, gutter));
    return first < 0 ? [] : stretch.slice(first, last + 1);
  });
}

/** Whether words are on either side of the gutter only, and end or begin at it. */
function isFree({ words }: Row, { x0, x1 }: Gutter): boolean {
  return words.every(({ box }) => box.x1 <= x0 + sameEdgePt || box.x0 >= x1 - sameEdgePt);
}

function hasLabel({ words }: Row, { x0, x1 }: Gutter): boolean {
  const index = words.findIndex(({ box }) => box.x0 >= x1 - sameEdgePt);
  const label = words[index - 1];
  const value = words[index];
  // Bullets and numbers of lists are no labels.
  if (label === undefined || value === undefined || !/\p{L}{2}/u.test(textOf(words.slice(0, index)))) return false;
  return isSame({ x0: label.box.x1, x1: value.box.x0 }, { x0, x1 });
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
    terms: lines.flatMap((line) => withoutWords(line, isValue)),
    text: lines.flatMap((line) => withoutWords(line, (word) => !isValue(word))),
  };
}
