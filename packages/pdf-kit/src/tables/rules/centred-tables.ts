import { uniteBoxes } from '../../page-model/box.ts';
import type { Box, Page } from '../../page-model/types.ts';
import { median } from '../../statistics.ts';
import type { Chunk } from '../chunk.ts';
import { type CellDraft, placeWords, type TableDraft } from '../compose-table.ts';
import { isClearlyLarger } from '../is-clearly-larger.ts';
import { buildTextRows } from '../text-rows.ts';
import { isNumberText, isYearText } from '../value-text.ts';
import type { Edge, PageEdges } from './edges.ts';
import { isBetween, sameExtent } from './ruled-regions.ts';

const minColumns = 3;
/** How far the middles of the cells of one row may be apart, in em: browsers round to pixels, half a line is more. */
const sameMiddleEm = 0.5;

/** The lines of one cell. */
interface CentredCell {
  readonly column: number;
  readonly columnSpan?: number;
  readonly chunks: readonly Chunk[];
  readonly box: Box;
}

/**
 * Tables with a rule above, below the headings and at the end, whose cells are centred vertically, as browsers print them:
 * their lines are level with each other by chance only. Cells are cut at the gaps of their own column; those of a row
 * have one middle.
 */
export function findCentredTables(page: Page, edges: PageEdges): TableDraft[] {
  const chunks = buildTextRows(page.lines, []).flatMap((row) => row.chunks);
  return sameExtent(edges.horizontal).flatMap((rules) => {
    const draft = readBands(page, rules, chunks);
    return draft === null ? [] : [draft];
  });
}

function readBands(page: Page, rules: readonly Edge[], chunks: readonly Chunk[]): TableDraft | null {
  const [header = [], ...body] = rules.slice(1).map((below, index) => {
    const above = rules[index] ?? below;
    return chunks.filter(({ box }) => isBetween(box, above, below));
  });
  // A heading over several columns is of none of them.
  const [groups, headings] = partGroups(header, columnsOf(body.flat()));
  const columns = columnsOf([headings, ...body].flat());
  // Values are in no header: the rules are those between blocks of a page.
  const isHeader = header.length > 0 && !header.some(({ text }) => isNumberText(text) && !isYearText(text));
  if (!isHeader || body.some(({ length }) => length === 0) || columns.length < minColumns) return null;
  const rows = body.map((band) => centredRows(cellsOf(band, columns)));
  const found = rows.flatMap((own) => own ?? []);
  if (rows.includes(null) || found.length === rows.length || !found.some(isUneven)) return null;
  const headed = Map.groupBy(headings, (chunk) => columnOf(chunk, columns));
  if (headed.size < minColumns) return null;
  const cells = [...headed].map(([column, own]) => ({ column, chunks: own, box: boxOf(own) }));
  const spans = groups.map((chunk): CentredCell => {
    const [first = 0, ...others] = overlapped(chunk, columns);
    return { column: first, columnSpan: 1 + others.length, chunks: [chunk], box: chunk.box };
  });
  return draftOf(page, rules, columns, spans.length === 0 ? [cells] : [spans, cells], found);
}

/** Headings over several columns, and the others. */
function partGroups(header: readonly Chunk[], columns: readonly Box[]): readonly [readonly Chunk[], readonly Chunk[]] {
  const isGroup = (chunk: Chunk) => overlapped(chunk, columns).length > 1;
  return [header.filter(isGroup), header.filter((chunk) => !isGroup(chunk))];
}

/** The columns that a text is over. */
function overlapped({ box }: Chunk, columns: readonly Box[]): number[] {
  return [...columns.keys()].filter((index) => {
    const column = columns[index];
    return column !== undefined && column.x0 < box.x1 && column.x1 > box.x0;
  });
}

/** Where the pieces are, from left to right, between gaps that none of them crosses. */
function columnsOf(chunks: readonly Chunk[]): Box[] {
  const columns: Box[] = [];
  for (const { box } of chunks.toSorted((a, b) => a.box.x0 - b.box.x0)) {
    const last = columns.at(-1);
    if (last !== undefined && box.x0 < last.x1) columns[columns.length - 1] = uniteBoxes([last, box]);
    else columns.push(box);
  }
  return columns;
}

function columnOf({ box }: Chunk, columns: readonly Box[]): number {
  return columns.findIndex(({ x0, x1 }) => box.x0 >= x0 && box.x1 <= x1);
}

/** The lines of each column, cut where they are further apart than those of one text. */
function cellsOf(chunks: readonly Chunk[], columns: readonly Box[]): CentredCell[] {
  const lines = [...Map.groupBy(chunks, (chunk) => columnOf(chunk, columns))].map(([column, own]) => ({
    column,
    own: own.toSorted((a, b) => a.baseline - b.baseline),
  }));
  const pitches = lines.flatMap(({ own }) =>
    own.slice(1).map((line, index) => line.baseline - (own[index]?.baseline ?? 0)),
  );
  const pitch = Math.min(...pitches.filter((distance) => distance > 0));
  return lines.flatMap(({ column, own }) => {
    const cells: Chunk[][] = [];
    for (const line of own) {
      const last = cells.at(-1);
      const above = last?.at(-1);
      if (above === undefined || isClearlyLarger(line.baseline - above.baseline, pitch)) cells.push([line]);
      else last?.push(line);
    }
    return cells.map((cell): CentredCell => ({ column, chunks: cell, box: boxOf(cell) }));
  });
}

/** Cells as rows from top to bottom; null unless all rows have one middle each and none reaches into another. */
function centredRows(cells: readonly CentredCell[]): CentredCell[][] | null {
  const rows: CentredCell[][] = [];
  for (const cell of cells.toSorted((a, b) => a.box.y0 - b.box.y0)) {
    const last = rows.at(-1);
    if (last !== undefined && middleOf(cell) < boxOf(last).y1) last.push(cell);
    else rows.push([cell]);
  }
  const isRow = (row: readonly CentredCell[]) => {
    const size = median(row.flatMap(({ chunks }) => chunks.map(({ sizePt }) => sizePt)));
    const middles = row.map(middleOf);
    return (
      row.length > 1 &&
      new Set(row.map(({ column }) => column)).size === row.length &&
      Math.max(...middles) - Math.min(...middles) <= sameMiddleEm * size
    );
  };
  return rows.every(isRow) ? rows : null;
}

/** Whether cells of a row have different numbers of lines: others are read line by line. */
function isUneven(row: readonly CentredCell[]): boolean {
  const counts = row.map(({ chunks }) => chunks.length);
  return Math.min(...counts) < Math.max(...counts);
}

function draftOf(
  page: Page,
  rules: readonly Edge[],
  columns: readonly Box[],
  head: readonly CentredCell[][],
  body: readonly CentredCell[][],
): TableDraft {
  const rows = [...head, ...body];
  const between = (ends: readonly { readonly end: number; readonly start: number }[]) =>
    ends.slice(1).map(({ start }, index) => ((ends[index]?.end ?? start) + start) / 2);
  const cells = rows.flatMap((own, row) =>
    own.map(({ column, columnSpan = 1, chunks }): CellDraft => {
      return { row, column, rowSpan: 1, columnSpan, words: placeWords(chunks) };
    }),
  );
  return {
    pageNumber: page.number,
    kind: 'half-ruled',
    columnCuts: [
      rules[0]?.start ?? 0,
      ...between(columns.map(({ x0, x1 }) => ({ start: x0, end: x1 }))),
      rules[0]?.end ?? 0,
    ],
    rowCuts: [
      rules[0]?.at ?? 0,
      ...between(rows.map(boxOf).map(({ y0, y1 }) => ({ start: y0, end: y1 }))),
      rules.at(-1)?.at ?? 0,
    ],
    cells,
    headerRows: head.length,
    confidence: 0.85,
  };
}

function boxOf(own: readonly { readonly box: Box }[]): Box {
  return uniteBoxes(own.map(({ box }) => box));
}

function middleOf({ box }: CentredCell): number {
  return (box.y0 + box.y1) / 2;
}
