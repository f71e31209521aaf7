import type { Box, Line, Word } from '@platen/pdf-kit/page-model';
import type { Table, TableCell, TableReach } from '@platen/pdf-kit/tables';
import { isAmountText } from './amount-text.ts';
import { recognitionOf } from './recognition.ts';
import type { SheetCell, SheetTable, TextRun } from './sheet-model.ts';

/** Text whose margins in its cell differ by less than this is centred. */
const centredPt = 3;

/** Maximum width of the space between the thousands of a number, in em: it is 0.6 in fixed-pitch type. */
const widestSpaceEm = 1.2;

const currencySign = /^(?:\p{Lu}{0,3}\p{Sc}|\p{Lu}{3})$/u;

/** Dot leaders between a label and its value. */
const leaderDots = /(?:\s?[.·…_]){4,}$/gmu;

/** A colon from a column of colons between labels and values. */
const leadingColon = /^:[ \u00a0]+(?=\S)/gmu;

/** Reduces a table to what a workbook shows. */
export function toSheetTable(table: Table, reach: TableReach): Omit<SheetTable, 'title' | 'chain' | 'isForm'> {
  const rows = keptRows(table);
  const place = new Map(rows.map((row, index) => [row, index]));
  const extentOf = columnExtents(table);
  return {
    firstPage: table.pageNumber,
    lastPage: table.pageNumber,
    rowCount: rows.length,
    columnCuts: table.columnCuts,
    ...reach,
    headerRows: table.headerRows,
    confidence: table.confidence,
    cells: table.cells.flatMap((cell) => {
      const row = place.get(cell.row);
      return row === undefined ? [] : [{ ...toSheetCell(cell, table.pageNumber, extentOf), row }];
    }),
  };
}

/** The rows to write: the tags of a table over several pages also list rows of other pages. */
function keptRows({ kind, rowCount, cells }: Table): number[] {
  const rows = Array.from({ length: rowCount }, (_, row) => row);
  if (kind !== 'tagged' || cells.some(({ rowSpan }) => rowSpan > 1)) return rows;
  const filled = new Set(cells.filter(({ text }) => text !== '').map(({ row }) => row));
  return rows.filter((row) => filled.has(row));
}

function toSheetCell(cell: TableCell, page: number, extentOf: ExtentOf): SheetCell {
  const words = cell.lines.flatMap((line) => line.words);
  const most = (test: (word: Word) => boolean) => words.length > 0 && words.filter(test).length > words.length / 2;
  return {
    row: cell.row,
    column: cell.column,
    rowSpan: cell.rowSpan,
    columnSpan: cell.columnSpan,
    page,
    box: cell.box,
    text: (cell.column > 0 ? textOf(cell).replace(leadingColon, '') : textOf(cell)).replace(leaderDots, ''),
    runs: runsOf(cell.lines),
    recognition: recognitionOf(words),
    bold: most(({ style }) => style.font.bold),
    italic: most(({ style }) => style.font.italic),
    color: words[0]?.style.color ?? '#000000',
    fill: cell.fill,
    align: alignOf(cell, extentOf),
    borders: cell.borders,
  };
}

/** The text of a cell; figures far apart on one line are several values, each on a line of its own: `763   562`. */
function textOf({ lines, text }: TableCell): string {
  if (!isAmountText(text)) return text;
  return lines
    .map((line) =>
      line.words.reduce((own, word, index) => {
        const before = line.words[index - 1];
        return `${own}${isApart(before, word) ? '\n' : before?.spaceAfter === true ? ' ' : ''}${word.text}`;
      }, ''),
    )
    .join('\n');
}

/** Whether a figure is too far behind another to belong to one number, whose thousands are a space apart. */
function isApart(before: Word | undefined, { text, box, style }: Word): boolean {
  if (before === undefined || !/\d$/.test(before.text) || !/^\d/.test(text)) return false;
  return box.x0 - before.box.x1 > widestSpaceEm * style.sizePt;
}

function runsOf(lines: readonly Line[]): TextRun[] | null {
  if (!lines.some(({ words }) => words.some(({ script }) => script !== 'normal'))) return null;
  const runs: TextRun[] = [];
  lines.forEach(({ words }, lineIndex) => {
    words.forEach(({ text, script, spaceAfter }, index) => {
      const isLast = index === words.length - 1;
      const end = isLast ? (lineIndex < lines.length - 1 ? '\n' : '') : spaceAfter ? ' ' : '';
      const last = runs.at(-1);
      if (last !== undefined && last.script === script)
        runs[runs.length - 1] = { text: last.text + text + end, script };
      else runs.push({ text: text + end, script });
    });
  });
  return runs;
}

function alignOf(cell: TableCell, extentOf: ExtentOf): SheetCell['align'] {
  if (cell.lines.length === 0) return 'left';
  const x0 = Math.min(...cell.lines.map(startOf));
  const x1 = Math.max(...cell.lines.map(({ box }) => box.x1));
  const own = extentOf(cell);
  const left = x0 - own.x0;
  const right = own.x1 - x1;
  if (Math.abs(left - right) < centredPt && left > 1) return 'center';
  // The widest amount fills its column.
  if (left <= 1 && right <= 1 && isAmountText(cell.text)) return 'right';
  return right < left ? 'right' : 'left';
}

/**
 * The start of a line; a currency at the left of a column says nothing about the alignment of the amount at its right.
 */
function startOf({ box, words }: Line): number {
  const [sign, amount] = words;
  if (sign === undefined || amount === undefined || !currencySign.test(sign.text)) return box.x0;
  return amount.box.x0 - sign.box.x1 > sign.style.sizePt ? amount.box.x0 : box.x0;
}

type Extent = Pick<Box, 'x0' | 'x1'>;
/** The extent of the columns of a cell. */
type ExtentOf = (cell: TableCell) => Extent;

const noExtent: Extent = { x0: Number.POSITIVE_INFINITY, x1: Number.NEGATIVE_INFINITY };
const unite = (one: Extent, other: Extent): Extent => ({
  x0: Math.min(one.x0, other.x0),
  x1: Math.max(one.x1, other.x1),
});

/** In a table without vertical rules a column is as wide as its text, whatever its cuts. */
function columnExtents({ kind, cells }: Table): ExtentOf {
  if (kind === 'ruled') return ({ box }) => box;
  /** Of the text of all cells, by the columns where they begin and end: a page may have thousands of each. */
  const known = new Map<number, Map<number, Extent>>();
  for (const { column, columnSpan, lines } of cells) {
    const ends = known.get(column) ?? new Map<number, Extent>();
    known.set(column, ends);
    const end = column + columnSpan;
    ends.set(end, lines.map(({ box }) => box).reduce(unite, ends.get(end) ?? noExtent));
  }
  return ({ column, columnSpan }) => {
    let extent = noExtent;
    for (let at = column; at < column + columnSpan; at += 1) {
      for (const [end, own] of known.get(at) ?? []) if (end <= column + columnSpan) extent = unite(extent, own);
    }
    return extent;
  };
}
