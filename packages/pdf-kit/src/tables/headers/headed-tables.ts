import { containsMiddle } from '../../page-model/box.ts';
import { isSentencePart } from '../../page-model/text/prose.ts';
import type { Box, Line, Page } from '../../page-model/types.ts';
import { median } from '../../statistics.ts';
import type { ColumnChunk, ColumnRow } from '../column-row.ts';
import { type CellDraft, placeWords, type TableDraft } from '../compose-table.ts';
import { groupRecords } from '../ledger/group-records.ts';
import { hasKeys } from '../ledger/line-kinds.ts';
import type { PageEdges } from '../rules/edges.ts';
import { readRuledRows } from '../rules/ruled-rows.ts';
import { buildTextRows, type TextRow } from '../text-rows.ts';
import type { HeaderBoxes } from '../types.ts';
import { isValueText } from '../value-text.ts';
import { bodyCells, rowCutsOf, toColumnRow } from '../whitespace/text-tables.ts';
import { findHeaderBoxes, isInColumn } from './header-boxes.ts';

/** Maximum distance of the first row from the header and between rows, in em, */
const reachEm = 3;
/** and the maximum if their values are below values of the table. */
const valueReachEm = 5.5;
/** A line this much larger than the rows is the title of what follows. */
const titleSize = 1.15;
/** Maximum offset of values set lower than others of the same record, in em. */
const lowerEm = 0.6;
/** Boxes head columns if fewer than this share of the lines have two texts under one box. */
const doubledShare = 0.3;
/** How far text may extend beyond its box, and a rule end from its side, in points. */
const outsidePt = 3;
/** Tolerance for texts that begin together, in points. */
const alignedPt = 1;
/** A column of labels is wider than this, in points. */
const narrowestLabelPt = 30;

/**
 * Tables without rules between their rows, below headings that are each in a box: the columns are as wide as the boxes.
 */
export function findHeadedTables(page: Page, edges: PageEdges, taken: readonly Box[]): TableDraft[] {
  const headers = findHeaderBoxes(page, edges, taken).map((header) => withLabelColumn(header, edges));
  return headers.flatMap((header) => {
    const stops = [...taken, ...headers.filter((other) => other !== header).map(({ box }) => box)]
      .filter((box) => box.y0 > header.box.y0 && box.x0 < header.box.x1 && box.x1 > header.box.x0)
      .map(({ y0 }) => y0);
    const draft = readRowsBelow(page, header, edges, Math.min(page.heightPt, frameEnd(header, edges), ...stops));
    return draft === null ? [] : [draft];
  });
}

/** Where the frame ends whose drawn sides go on below the headings; infinite without one. Shaded rows are no frame. */
function frameEnd({ box }: HeaderBoxes, { vertical }: PageEdges): number {
  const endOf = (x: number) =>
    Math.max(
      ...vertical
        .filter(({ soft }) => !soft)
        .filter(({ at, start, end }) => Math.abs(at - x) <= outsidePt && start <= box.y1 && end > box.y1 + outsidePt)
        .map(({ end }) => end),
    );
  const end = Math.min(endOf(box.x0), endOf(box.x1));
  return Number.isFinite(end) ? end : Number.POSITIVE_INFINITY;
}

/** Headings with the column of labels to the left of their boxes, if the rule below them extends over it. */
function withLabelColumn({ box, cuts }: HeaderBoxes, { horizontal }: PageEdges): HeaderBoxes {
  const rule = horizontal.find(
    ({ at, start, end }) =>
      Math.abs(at - box.y1) <= outsidePt && Math.abs(end - box.x1) <= outsidePt && start < box.x0 - narrowestLabelPt,
  );
  return rule === undefined ? { box, cuts } : { box: { ...box, x0: rule.start }, cuts: [rule.start, ...cuts] };
}

/**
 * The rows below headings, down to `end` at most, as a table with the headings as its first row; null if they do not
 * form one.
 */
export function readRowsBelow(page: Page, header: HeaderBoxes, edges: PageEdges, end: number): TableDraft | null {
  const open = readOpenRows(page, header, edges, end);
  const ruled = readRuledRows(page, header, edges, end);
  if (ruled === null) return open;
  const cells = [...headerCells(page.lines, header), ...ruled.cells.map((cell) => ({ ...cell, row: cell.row + 1 }))];
  // Without a rule below its last row, the table has more rows than the rules show.
  if (open !== null && wordCount(open.cells) > wordCount(cells)) return open;
  return {
    pageNumber: page.number,
    kind: 'half-ruled',
    columnCuts: header.cuts,
    rowCuts: [header.box.y0, ...ruled.rowCuts],
    cells,
    headerRows: 1,
    confidence: 0.85,
  };
}

function wordCount(cells: readonly CellDraft[]): number {
  return cells.reduce((sum, { words }) => sum + words.length, 0);
}

function readOpenRows(page: Page, header: HeaderBoxes, edges: PageEdges, end: number): TableDraft | null {
  const { box, cuts } = header;
  const isUnder = (line: Line) =>
    line.angle === 0 && line.box.y0 >= box.y1 - 2 && line.box.y1 <= end + 1 && line.box.x1 > box.x0;
  const rows = buildTextRows(page.lines.filter((line) => isUnder(line) && line.box.x0 < box.x1));
  const body = joinLowerValues(takeBody(rows, header));
  if (!isTable(body) || areDoubled(body)) return null;
  const isSeparated = (above: number, below: number) =>
    edges.horizontal.some(
      ({ at, start, end: right }) =>
        at > above && at < below && Math.min(right, box.x1) - Math.max(start, box.x0) > 0.7 * (box.x1 - box.x0),
    );
  const groups = groupRecords(body, hasKeys(body), isSeparated, (column) => cuts[column + 1] ?? 0);
  return {
    pageNumber: page.number,
    kind: 'half-ruled',
    columnCuts: cuts,
    rowCuts: rowCutsOf([box], groups),
    cells: [...headerCells(page.lines, header), ...groups.flatMap((group, index) => bodyCells(group, index + 1))],
    headerRows: 1,
    confidence: 0.85,
  };
}

/** Several texts side by side, or a single line: headings in boxes have something below them. */
function isTable(body: readonly ColumnRow[]): boolean {
  if (body.some(({ chunks }) => chunks.length > 1)) return true;
  return body.length === 1 && body.every(({ chunks }) => chunks.every(({ chunk }) => !isSentencePart(chunk)));
}

/** Whether a line has two texts, one of them a value, under one heading. */
function hasTwoInOne({ chunks }: ColumnRow): boolean {
  return chunks.some((own, index) => {
    const next = chunks[index + 1];
    return (
      next !== undefined && next.first <= own.last && (isValueText(own.chunk.text) || isValueText(next.chunk.text))
    );
  });
}

function headerCells(lines: readonly Line[], { box, cuts }: HeaderBoxes): CellDraft[] {
  const words = placeWords(lines.filter(({ angle }) => angle === 0)).filter(({ word }) =>
    containsMiddle(box, word.box),
  );
  return cuts.slice(1).map((_, column) => {
    const own = words.filter(({ word }) => isInColumn(word.box, cuts, column));
    return { row: 0, column, rowSpan: 1, columnSpan: 1, words: own };
  });
}

/** The lines below a header that fit its columns, up to the first that does not, without single lines at the end. */
function takeBody(rows: readonly TextRow[], { box, cuts }: HeaderBoxes): ColumnRow[] {
  const taken: ColumnRow[] = [];
  let bottom = box.y1;
  for (const row of rows) {
    const own = toColumnRow(row, cuts);
    const gapEm = (row.box.y0 - bottom) / row.sizePt;
    const reach = taken.length > 0 && hasValuesUnder(own, taken) ? valueReachEm : reachEm;
    if (gapEm > reach || !fits(own, box, taken) || isTitle(row, taken)) break;
    taken.push(own);
    bottom = Math.max(bottom, row.box.y1);
  }
  const own = withoutOtherTable(taken);
  const last = own.findLastIndex((row, index) => isOwn(row, own[index - 1]?.row.box.y1 ?? box.y1));
  return own.slice(0, last + 1);
}

/** The lines above a gap wider than usual below which too many have two texts under one box: those of another table. */
function withoutOtherTable(rows: readonly ColumnRow[]): readonly ColumnRow[] {
  const gaps = rows.map(({ row }, index) => row.box.y0 - (rows[index - 1]?.row.box.y1 ?? row.box.y0));
  const usual = median(gaps.slice(1));
  const end = rows.findIndex(
    ({ row }, index) => index > 0 && (gaps[index] ?? 0) >= usual + row.sizePt && areDoubled(rows.slice(index)),
  );
  return end < 0 ? rows : rows.slice(0, end);
}

function areDoubled(rows: readonly ColumnRow[]): boolean {
  return rows.filter(hasTwoInOne).length >= doubledShare * rows.length;
}

/**
 * Whether a line has several texts, or closely follows one: a single line after blank space belongs to what follows.
 */
function isOwn({ row, chunks }: ColumnRow, bottomAbove: number): boolean {
  return chunks.length > 1 || (row.box.y0 - bottomAbove < row.sizePt && !isLong(chunks));
}

function isLong(chunks: ColumnRow['chunks']): boolean {
  return chunks.some(({ chunk, first, last }) => last > first && isSentencePart(chunk));
}

/** Whether each text is within one column, or overflows only into empty columns. */
function fits({ row, chunks }: ColumnRow, box: Box, above: readonly ColumnRow[]): boolean {
  if (row.box.x0 < box.x0 - outsidePt || row.box.x1 > box.x1 + outsidePt) return false;
  return chunks.every(
    (own) => own.first === own.last || (!isValueText(own.chunk.text) && (!isSentenceAcross(own) || goesOn(own, above))),
  );
}

/** Running text over three columns and more is a note, */
function isSentenceAcross({ chunk, first, last }: ColumnChunk): boolean {
  return last - first > 1 && isSentencePart(chunk);
}

/** unless it begins where texts of a column after the first do: a remark on an item is below its name. */
function goesOn({ chunk, first }: ColumnChunk, above: readonly ColumnRow[]): boolean {
  const inColumn = above.flatMap(({ chunks }) => chunks.filter((own) => own.first === first));
  return first > 0 && inColumn.some((own) => Math.abs(own.chunk.box.x0 - chunk.box.x0) <= alignedPt);
}

function hasValuesUnder({ chunks }: ColumnRow, above: readonly ColumnRow[]): boolean {
  const valued = new Set(
    above.flatMap((row) =>
      row.chunks.filter(({ first, chunk }) => first > 0 && isValueText(chunk.text)).map(({ first }) => first),
    ),
  );
  return chunks.length > 1 && chunks.some(({ first, chunk }) => valued.has(first) && isValueText(chunk.text));
}

function isTitle(row: TextRow, taken: readonly ColumnRow[]): boolean {
  if (taken.length === 0 || row.chunks.length > 1) return false;
  return row.sizePt > titleSize * median(taken.map((own) => own.row.sizePt));
}

/**
 * Lines that only fill columns the line above left empty, with values and set slightly lower: they belong to the same
 * line of the record.
 */
function joinLowerValues(rows: readonly ColumnRow[]): ColumnRow[] {
  const joined: ColumnRow[] = [];
  for (const row of rows) {
    const above = joined.at(-1);
    if (above !== undefined && completes(above, row)) joined[joined.length - 1] = join(above, row);
    else joined.push(row);
  }
  return joined;
}

function completes(above: ColumnRow, row: ColumnRow): boolean {
  const filled = new Set(above.chunks.map(({ first }) => first));
  return (
    row.row.box.y0 - above.row.box.y1 < lowerEm * row.row.sizePt &&
    above.chunks.some(({ first, chunk }) => first > 0 && isValueText(chunk.text)) &&
    row.chunks.some(({ chunk }) => isValueText(chunk.text)) &&
    row.chunks.every(({ first }) => first > 0 && !filled.has(first))
  );
}

function join(above: ColumnRow, row: ColumnRow): ColumnRow {
  const chunks = [...above.chunks, ...row.chunks].sort((a, b) => a.first - b.first);
  const { box } = above.row;
  return {
    row: {
      ...above.row,
      chunks: chunks.map(({ chunk }) => chunk),
      box: { ...box, y1: Math.max(box.y1, row.row.box.y1) },
    },
    chunks,
  };
}
