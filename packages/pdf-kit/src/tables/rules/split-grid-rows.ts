import { containsMiddle } from '../../page-model/box.ts';
import type { Line } from '../../page-model/types.ts';
import type { ColumnChunk, ColumnRow } from '../column-row.ts';
import type { PlacedWord } from '../compose-table.ts';
import type { TextRow } from '../text-rows.ts';
import { isEntryText, isMoneyText } from '../value-text.ts';
import { groupRows } from '../whitespace/group-rows.ts';
import type { Edge, PageEdges } from './edges.ts';
import { type Grid, gridBox, gridCells } from './grid.ts';
import { gridTextRows } from './grid-text-rows.ts';

/** Whitespace this tall, in em, separates two rows rather than two lines. */
const whiteEm = 0.75;
/** This many bands of several lines with one amount each hold one record each; or this many amounts in fewer bands. */
const minRecords = 4;
const minBands = 2;
/** Twice the tolerance for an amount vertically centred beside lines, in em. */
const middleEm = 0.3;
/** In a grid of at least so many columns, lines with a text of at most so many words in each are rows, from this many lines on. */
const minLevelColumns = 3;
const minLevelLines = 3;
const maxWordsOfEntry = 3;

/**
 * Adds missing row borders to a grid: a band between two rules often holds many rows of values separated only by
 * vertical rules. A band is split where at least two columns have lines on the same baselines and one of them is all
 * values, where whitespace crosses all of it, or at each line where all lines of the only band of several have text in
 * all columns.
 */
export function splitGridRows(grid: Grid, lines: readonly Line[], words: readonly PlacedWord[]): PageEdges {
  const box = gridBox(grid);
  const rows = gridTextRows(grid, lines, words);
  const added: Edge[] = [];
  const spanned = tallCells(grid, words);
  const bands = grid.ys.slice(1).map((bottom, band) => {
    const bandBox = { ...box, y0: grid.ys[band] ?? 0, y1: bottom };
    return rows.filter((row) => containsMiddle(bandBox, row.box));
  });
  const amounts = recordColumns(bands, grid.xs);
  const isOnlyLong = bands.filter((own) => own.length > 1).length === 1;
  for (let band = 0; band < grid.ys.length - 1; band += 1) {
    const own = bands[band] ?? [];
    const open = columnsOutside(grid, spanned.get(band));
    if (!spanned.has(band)) {
      const byValues = amounts.size > 0 && isRecord(own, grid.xs, amounts) ? [] : splitBand(own, grid.xs);
      const cuts = byValues.length > 0 ? byValues : splitAtWhitespace(own, grid.xs);
      for (const at of cuts) added.push({ at, start: box.x0, end: box.x1, soft: true });
      if (cuts.length > 0) continue;
    }
    for (const at of isOnlyLong ? splitAtLines(own, grid.xs, open) : []) {
      for (const [start, end] of extentsOf(open, grid.xs)) added.push({ at, start, end, soft: true });
    }
  }
  return { horizontal: [...grid.edges.horizontal, ...added], vertical: grid.edges.vertical };
}

/**
 * Columns with one amount in each band, on its first or last line or vertically centred, if there are many bands of
 * several lines: each band is one record.
 */
function recordColumns(bands: readonly (readonly TextRow[])[], xs: readonly number[]): ReadonlySet<number> {
  const long = bands.filter((rows) => rows.length > 1);
  const columns = xs.slice(1).flatMap((_, column) => {
    const own = long.flatMap((rows) => {
      const [line, ...others] = amountLines(rows, xs, column);
      const isAtEnd = line === 0 || line === rows.length - 1;
      return line === undefined ? [] : [others.length === 0 && (isAtEnd || isInMiddle(rows, line))];
    });
    return own.length >= minBands && own.every((isOnce) => isOnce) ? [{ column, count: own.length }] : [];
  });
  const isTelling = columns.reduce((sum, { count }) => sum + count, 0) >= minRecords;
  return new Set(isTelling ? columns.map(({ column }) => column) : []);
}

function isInMiddle(rows: readonly TextRow[], line: number): boolean {
  const [first, own, last] = [rows[0], rows[line], rows.at(-1)];
  if (first === undefined || own === undefined || last === undefined) return false;
  return Math.abs(own.box.y0 + own.box.y1 - first.box.y0 - last.box.y1) < middleEm * own.sizePt;
}

function isRecord(rows: readonly TextRow[], xs: readonly number[], amounts: ReadonlySet<number>): boolean {
  return [...amounts].some((column) => amountLines(rows, xs, column).length === 1);
}

/** The lines of a band with a number with decimals in a column. */
function amountLines(rows: readonly TextRow[], xs: readonly number[], column: number): number[] {
  return rows.flatMap((row, line) =>
    toColumnRow(row, xs).chunks.some(({ first, chunk }) => first === column && isMoneyText(chunk.text)) ? [line] : [],
  );
}

/** The columns of a grid but those that cells span from band to band. */
function columnsOutside({ xs }: Grid, spanned: ReadonlySet<number> = new Set()): number[] {
  return xs.slice(1).flatMap((_, column) => (spanned.has(column) ? [] : [column]));
}

/** Where runs of adjacent columns begin and end. */
function extentsOf(columns: readonly number[], xs: readonly number[]): (readonly [start: number, end: number])[] {
  const starts = columns.filter((column) => !columns.includes(column - 1));
  const ends = columns.filter((column) => !columns.includes(column + 1));
  return starts.map((start, index) => [xs[start] ?? 0, xs[(ends[index] ?? start) + 1] ?? 0]);
}

/**
 * The heights between lines that each have a short text in each of the columns: wrapped texts have different numbers of
 * lines, and go on in lower case.
 */
function splitAtLines(rows: readonly TextRow[], xs: readonly number[], columns: readonly number[]): number[] {
  const lines = rows.flatMap((row) => {
    const chunks = toColumnRow(row, xs).chunks.filter(({ first }) => columns.includes(first));
    return chunks.length === 0 ? [] : [chunks];
  });
  const isFull = (line: readonly ColumnChunk[]) =>
    line.length === columns.length &&
    line.every(({ chunk }) => chunk.words.length <= maxWordsOfEntry && !/^\p{Ll}/u.test(chunk.text));
  if (columns.length < 2 || xs.length <= minLevelColumns || lines.length < minLevelLines || !lines.every(isFull))
    return [];
  const topOf = (line: readonly ColumnChunk[]) => Math.min(...line.map(({ chunk }) => chunk.box.y0));
  const bottomOf = (line: readonly ColumnChunk[]) => Math.max(...line.map(({ chunk }) => chunk.box.y1));
  return lines.slice(1).map((line, index) => (bottomOf(lines[index] ?? line) + topOf(line)) / 2);
}

/**
 * Bands that a cell spans from the band above or to the band below, with its columns: their rows are already ruled.
 * Several lines in one of these bands are the lines of its rows.
 */
function tallCells(grid: Grid, words: readonly PlacedWord[]): ReadonlyMap<number, ReadonlySet<number>> {
  const bands = new Map<number, Set<number>>();
  for (const cell of gridCells(grid)) {
    if (cell.rowEnd - cell.row < 2) continue;
    const x0 = grid.xs[cell.column] ?? 0;
    const x1 = grid.xs[cell.columnEnd] ?? 0;
    const own = Array.from({ length: cell.rowEnd - cell.row }, (_, index) => cell.row + index);
    const filled = own
      .map((band) => ({ x0, x1, y0: grid.ys[band] ?? 0, y1: grid.ys[band + 1] ?? 0 }))
      .map((box) => words.filter(({ word }) => containsMiddle(box, word.box)))
      .filter(({ length }) => length > 0);
    if (filled.length === 0 || (filled.length === 1 && filled.every(hasSeveralLines))) continue;
    for (const band of own) {
      const columns = bands.get(band) ?? new Set();
      for (let column = cell.column; column < cell.columnEnd; column += 1) columns.add(column);
      bands.set(band, columns);
    }
  }
  return bands;
}

function hasSeveralLines(words: readonly PlacedWord[]): boolean {
  const [first] = words;
  return words.some(({ baseline, word }) => Math.abs(baseline - (first?.baseline ?? baseline)) > word.style.sizePt / 2);
}

/** The heights at which a band of text is split into rows; empty if it is one row. */
function splitBand(rows: readonly TextRow[], xs: readonly number[]): number[] {
  if (rows.length < 2) return [];
  const columnRows = rows.map((row) => toColumnRow(row, xs));
  const columns = xs.length - 1;
  const perColumn = Array.from({ length: columns }, (_, column) =>
    columnRows.flatMap(({ row, chunks }) =>
      chunks.filter(({ first, last }) => first === column && last === column).map(({ chunk }) => ({ row, chunk })),
    ),
  );
  const several = perColumn.filter((entries) => new Set(entries.map(({ row }) => row)).size >= 2);
  const values = several.filter(
    (entries) => entries.filter(({ chunk }) => isEntryText(chunk.text)).length >= 0.8 * entries.length,
  );
  if (several.length < 2 || values.length === 0) return [];
  // One record whose longer texts are wrapped, including a date.
  const once = perColumn.filter(([entry, ...others]) => others.length === 0 && isEntryText(entry?.chunk.text ?? ''));
  if (once.length > several.length && values.length === 1) return [];
  const valued = new Set(values.flat().map(({ row }) => row));
  const parts = groupRows(
    columnRows,
    () => false,
    (column) => xs[column + 1] ?? 0,
  ).flatMap((group) => (values.some((entries) => countIn(entries, group) > 1) ? partAtValues(group, valued) : [group]));
  const groups = joinCentred(parts, valued);
  return groups.slice(1).map((group, index) => {
    const above = groups[index]?.at(-1)?.row.box.y1 ?? 0;
    const below = group[0]?.row.box.y0 ?? 0;
    return (above + below) / 2;
  });
}

function countIn(entries: readonly { readonly row: TextRow }[], group: readonly ColumnRow[]): number {
  return group.filter((own) => entries.some(({ row }) => row === own.row)).length;
}

/**
 * A record whose values are vertically centred beside its text: the lines above them have its key and begin that text.
 */
function joinCentred([first, second, ...others]: ColumnRow[][], valued: ReadonlySet<TextRow>): ColumnRow[][] {
  if (first === undefined || second === undefined) return first === undefined ? [] : [first];
  const above = columnsOf(first);
  const below = columnsOf(second);
  const goesOn = above.has(0) && !below.has(0) && [...above].some((column) => below.has(column));
  return goesOn && !first.some(({ row }) => valued.has(row))
    ? [[...first, ...second], ...others]
    : [first, second, ...others];
}

function columnsOf(rows: readonly ColumnRow[]): ReadonlySet<number> {
  return new Set(rows.flatMap(({ chunks }) => chunks.map((chunk) => chunk.first)));
}

/** No row has two values in one column: each line with a value begins a row. */
function partAtValues(group: readonly ColumnRow[], valued: ReadonlySet<TextRow>): ColumnRow[][] {
  const parts: ColumnRow[][] = [];
  for (const line of group) {
    const part = parts.at(-1);
    if (part === undefined || valued.has(line.row)) parts.push([line]);
    else part.push(line);
  }
  return parts;
}

/**
 * Heights of horizontal gaps that cross a whole band, with text above and below them in the first column and another.
 */
function splitAtWhitespace(rows: readonly TextRow[], xs: readonly number[]): number[] {
  const columnRows = rows.map((row) => toColumnRow(row, xs));
  const cuts: number[] = [];
  let start = 0;
  for (let index = 1; index < columnRows.length; index += 1) {
    const above = rows[index - 1];
    const below = rows[index];
    if (above === undefined || below === undefined) continue;
    const bottom = Math.max(...rows.slice(0, index).map(({ box }) => box.y1));
    if (below.box.y0 - bottom < whiteEm * below.sizePt) continue;
    const upper = columnsOf(columnRows.slice(start, index));
    const lower = columnsOf(columnRows.slice(index));
    if (!upper.has(0) || !lower.has(0) || [...upper].filter((column) => lower.has(column)).length < 2) continue;
    cuts.push((bottom + below.box.y0) / 2);
    start = index;
  }
  return cuts;
}

function toColumnRow(row: TextRow, xs: readonly number[]): ColumnRow {
  return {
    row,
    chunks: row.chunks.map((chunk) => {
      const middle = (chunk.box.x0 + chunk.box.x1) / 2;
      const column = Math.max(
        0,
        xs.findLastIndex((x, index) => index < xs.length - 1 && x <= middle),
      );
      return { chunk, first: column, last: column };
    }),
  };
}
