import { uniteBoxes } from '../../page-model/box.ts';
import type { Box, Line } from '../../page-model/types.ts';
import { type Chunk, cutChunk } from '../chunk.ts';
import { type CellDraft, placeWords } from '../compose-table.ts';
import { isHeadingText } from '../is-heading-text.ts';
import { areCountHeadings } from '../ledger/count-headings.ts';
import type { Edge } from '../rules/edges.ts';
import { withHeaderRows } from '../stack-rows.ts';
import { buildTextRows, type TextRow } from '../text-rows.ts';
import type { Table } from '../types.ts';
import { columnOf } from '../whitespace/column-cuts.ts';
import { isAmountText, withHeaderBand } from './header-band.ts';
import { type HeaderGroups, headerGroups } from './header-groups.ts';

/**
 * Maximum distance of a header above its grid, in em: an empty line may be between. With 0.6, statements lose 0.003.
 */
const reachEm = 2.4;
/** Maximum distance of lines of one heading, in em, */
const pitchEm = 0.55;
/** and the minimum share of columns that have a heading. */
const headedShare = 0.6;

/**
 * Adds to a grid without a header the headings right above it: those up to the rule at the top of the table, or a line
 * of headings without one; to a grid with a header of one row, the group headings above that.
 */
export function withHeaderAbove(table: Table, lines: readonly Line[], level: readonly Edge[]): Table {
  if ((table.kind !== 'ruled' && table.kind !== 'tagged') || table.angle !== 0) return table;
  if (hasHeader(table)) return withGroupsAbove(table, lines);
  return withHeaderBand(table, lines, level) ?? withHeaderLine(table, lines);
}

/** A grid with the group headings right above its headings: years over `TM` and `US$` each, outside its rules. */
function withGroupsAbove(table: Table, lines: readonly Line[]): Table {
  const heads = table.cells.filter(({ row, text }) => row === 0 && text !== '');
  const [row] = buildTextRows(heads.flatMap((cell) => cell.lines.slice(0, 1)));
  if (table.kind !== 'ruled' || table.headerRows !== 1 || heads.length < table.columnCount || row === undefined)
    return table;
  const chunks = heads.flatMap((cell) => {
    const [chunk] = row.chunks;
    return chunk === undefined
      ? []
      : [{ ...chunk, box: uniteBoxes(cell.lines.map(({ box }) => box)), text: cell.text }];
  });
  const above = lines.filter(
    ({ box, angle }) => angle === 0 && box.y1 <= table.box.y0 + 2 && box.x1 > table.box.x0 && box.x0 < table.box.x1,
  );
  const columns = heads.map(({ column }) => column);
  const found = headerGroups(buildTextRows(above).slice(-1), { ...row, chunks }, columns, table);
  return found === null ? table : withHeaderRows(table, [found.top - 1], groupCells(found), 1);
}

function withHeaderLine(found: Table, lines: readonly Line[]): Table {
  const above = lines.filter(
    ({ box, angle }) => angle === 0 && box.y1 <= found.box.y0 + 2 && box.x1 > found.box.x0 && box.x0 < found.box.x1,
  );
  const rows = buildTextRows(above);
  const last = rows.at(-1);
  if (last === undefined) return found;
  const table = found.kind === 'tagged' ? { ...found, columnCuts: cutsBeside(last, found) } : found;
  const row = { ...last, chunks: last.chunks.flatMap((chunk) => cutAtBorders(chunk, table.columnCuts)) };
  const columns = row.chunks.map((chunk) => columnAt(chunk, table));
  if (table.box.y0 - row.box.y1 > reachEm * row.sizePt) return found;
  const byDays = areCountHeadings(row.chunks.map(({ text }) => text));
  const isHeader =
    new Set(columns).size === columns.length &&
    columns.length >= Math.max(2, headedShare * table.columnCount) &&
    row.chunks.every(
      ({ text, box }, index) => (byDays || isHeadingText(text)) && isWithinColumn(box, columns[index] ?? 0, table),
    );
  if (!isHeader) return found;
  const first = firstLines(rows.slice(0, -1), row, columns, table);
  const upper = first.flatMap(({ chunks }) => chunks);
  const top = (first[0] ?? row).box.y0 - 1;
  const groups = headerGroups(rows.slice(0, -1 - first.length), row, columns, table);
  const tops = groups === null ? [top] : [groups.top - 1, top];
  const cells = row.chunks.map((chunk, index) => ({
    row: tops.length - 1,
    column: columns[index] ?? 0,
    rowSpan: 1,
    columnSpan: 1,
    words: placeWords([...upper.filter((own) => columnAt(own, table) === columns[index]), chunk]),
  }));
  return withHeaderRows(table, tops, [...groupCells(groups), ...cells]);
}

/**
 * The column borders of a tagged table, which are anywhere between the texts of two columns: those that cross a heading
 * are moved into the widest gap between headings there.
 */
function cutsBeside({ chunks }: TextRow, { columnCuts, cells }: Table): readonly number[] {
  const words = chunks.flatMap((chunk) => chunk.words.map(({ box }) => box)).toSorted((a, b) => a.x0 - b.x0);
  const between = words.map(({ x1 }, index) => ({ x0: x1, x1: words[index + 1]?.x0 ?? Number.POSITIVE_INFINITY }));
  return columnCuts.map((cut, index) => {
    if (!words.some(({ x0, x1 }) => x0 < cut && x1 > cut)) return cut;
    const textsOf = (own: readonly Table['cells'][number][]) => own.flatMap(({ lines }) => lines.map(({ box }) => box));
    const left = textsOf(cells.filter(({ column, columnSpan }) => column + columnSpan === index));
    const right = textsOf(cells.filter(({ column }) => column === index));
    const start = Math.max(...left.map(({ x1 }) => x1));
    const end = Math.min(...right.map(({ x0 }) => x0));
    const gaps = between
      .map((gap) => ({ x0: Math.max(gap.x0, start), x1: Math.min(gap.x1, end) }))
      .toSorted((a, b) => b.x1 - b.x0 - (a.x1 - a.x0));
    const [widest] = gaps;
    return widest === undefined || widest.x1 <= widest.x0 ? cut : (widest.x0 + widest.x1) / 2;
  });
}

/** The extent of a tagged table is that of its widest values, of a ruled one that of its borders. */
function isWithinColumn({ x0, x1 }: Box, column: number, { kind, columnCuts, columnCount }: Table): boolean {
  const isOpen = kind === 'tagged';
  const begins = isOpen && column === 0 ? -Infinity : (columnCuts[column] ?? 0);
  const ends = isOpen && column === columnCount - 1 ? Infinity : (columnCuts[column + 1] ?? 0);
  return x0 >= begins - 2 && x1 <= ends + 2;
}

function groupCells(groups: HeaderGroups | null): CellDraft[] {
  if (groups === null) return [];
  const stub = groups.stub === null ? [] : [{ chunk: groups.stub, first: 0, last: 0 }];
  return [...stub, ...groups.groups].map(({ chunk, first, last }) => ({
    row: 0,
    column: first,
    rowSpan: first === 0 ? 2 : 1,
    columnSpan: last - first + 1,
    words: placeWords([chunk]),
  }));
}

/** Splits headings with only a word space between them at the border that leads up to it. */
function cutAtBorders(chunk: Chunk, cuts: readonly number[]): Chunk[] {
  const place = chunk.words.findIndex((word, index) => {
    const before = chunk.words[index - 1];
    return before !== undefined && cuts.some((cut) => cut > before.box.x1 && cut < word.box.x0);
  });
  if (place < 0) return [chunk];
  const [left, right] = cutChunk(chunk, [place]);
  return left === undefined || right === undefined ? [chunk] : [left, ...cutAtBorders(right, cuts)];
}

/** A first row with amounts belongs to the body; a single text names the first section, whatever its style. */
function hasHeader({ headerRows, columnCount, cells }: Table): boolean {
  const first = cells.filter(({ row, text }) => row === 0 && text !== '');
  const isSection = first.length === 1 && columnCount > 2 && headerRows === 1;
  return headerRows > 0 && !isSection && !first.some(({ text }) => isAmountText(text));
}

function columnAt({ box }: Chunk, { columnCuts }: Table): number {
  return columnOf((box.x0 + box.x1) / 2, columnCuts);
}

/**
 * The lines above a line of headings that contain the beginnings of some: close together, each text above one of the
 * headings.
 */
function firstLines(above: readonly TextRow[], row: TextRow, columns: readonly number[], table: Table): TextRow[] {
  const isOver = (chunk: Chunk) => {
    const head = row.chunks[columns.indexOf(columnAt(chunk, table))];
    return head !== undefined && head.bold === chunk.bold && head.box.x0 < chunk.box.x1 && head.box.x1 > chunk.box.x0;
  };
  const found: TextRow[] = [];
  for (const line of above.toReversed()) {
    if ((found[0] ?? row).box.y0 - line.box.y1 > pitchEm * row.sizePt || !line.chunks.every(isOver)) break;
    found.unshift(line);
  }
  return found;
}
