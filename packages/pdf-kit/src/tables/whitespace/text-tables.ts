import type { Page } from '../../page-model/types.ts';
import type { Chunk } from '../chunk.ts';
import type { ColumnChunk, ColumnRow } from '../column-row.ts';
import { type CellDraft, type PlacedWord, placeWords, type TableDraft } from '../compose-table.ts';
import { groupHeader } from '../headers/group-header.ts';
import { joinHeaders } from '../headers/join-headers.ts';
import { splitAlignedHeadings } from '../headers/split-headings.ts';
import type { PageEdges } from '../rules/edges.ts';
import { rowsOf } from '../rules/ruled-regions.ts';
import { isTableRow } from '../table-row.ts';
import { fixedGapEm, isLeader, type TextRow } from '../text-rows.ts';
import { columnOf, findColumnGaps, narrowGapEm } from './column-cuts.ts';
import { extendRegion } from './extend-region.ts';
import { continuesCell } from './find-prose.ts';
import { groupRows } from './group-rows.ts';
import { labelsApart } from './labels-apart.ts';
import { scoreTextTable, type TableRules } from './score-text-table.ts';
import { mergeSparseColumns } from './sparse-columns.ts';
import type { TextRegion } from './text-region.ts';
import { findTextRegions } from './text-regions.ts';

/** Maximum confidence of tables of only words. */
const wordsOnly = 0.5;
const footShare = 0.86;
/** Text that begins within this share of the table's width, from the left, may be a label. */
const stubShare = 0.12;

/** Tables whose columns are separated by whitespace, with or without horizontal rules. */
export function findTextTables(page: Page, rows: readonly TextRow[], edges: PageEdges): TableDraft[] {
  const regions = joinHeaders(findTextRegions(rows, edges.horizontal));
  const taken = new Set(regions.flatMap((region) => region.rows));
  return regions.flatMap((region) => {
    const draft = readRegion(page, extendRegion(region, rows, taken), edges);
    return draft === null ? [] : [draft];
  });
}

function readRegion(page: Page, region: TextRegion, edges: PageEdges): TableDraft | null {
  const rows = trimRows(region);
  const wholeRows = rowsOf({ rows, bands: region.bands });
  const gaps = findColumnGaps(wholeRows);
  if (gaps.length === 0) return null;
  const x0 = Math.min(...rows.map(({ box }) => box.x0));
  const x1 = Math.max(...rows.map(({ box }) => box.x1));
  const cuts = mergeSparseColumns(rows, [x0 - 1, ...gaps.map(({ start, end }) => (start + end) / 2), x1 + 1]);
  if (cuts.length < 3) return null;
  const inColumns = (some: readonly TextRow[]) => some.map((row) => toColumnRow(row, cuts));
  const columnRows = labelsApart(splitAlignedHeadings(inColumns(rows), cuts));
  const isWrapped = ({ chunks: [only, ...others] }: TextRow, index: number) =>
    only !== undefined && others.length === 0 && continuesCell(only, rows, index);
  const judged =
    region.bands.length > 0 ? inColumns(wholeRows) : columnRows.filter(({ row }, index) => !isWrapped(row, index));
  const confidence = scoreTextTable(judged, cuts.length - 1, rulesOf(region));
  if (confidence <= 0 || (confidence <= wordsOnly && isFoot(rows, page))) return null;
  const separated = (above: number, below: number) => region.rules.some(({ at }) => at > above && at < below);
  const header = groupHeader(columnRows, region.rules, edges.horizontal, cuts);
  const body = groupBody(columnRows.slice(header.lineCount), region.bands, (lines) =>
    groupRows(lines, separated, (column) => cuts[column + 1] ?? 0),
  );
  if (header.rowCount + body.length < 2) return null;
  const cells = [...header.cells, ...body.flatMap((group, index) => bodyCells(group, header.rowCount + index))];
  return {
    pageNumber: page.number,
    kind: region.ruled ? 'half-ruled' : 'unruled',
    columnCuts: cuts,
    rowCuts: rowCutsOf(header.rows, body),
    cells,
    headerRows: header.rowCount,
    confidence,
  };
}

function rulesOf({ ruled, bands }: TextRegion): TableRules {
  if (!ruled) return 'none';
  return bands.length > 0 ? 'every-row' : 'some';
}

/** The lines of a band are one row; those outside all bands are grouped by `group`. */
function groupBody(
  lines: readonly ColumnRow[],
  bands: TextRegion['bands'],
  group: (lines: readonly ColumnRow[]) => ColumnRow[][],
): ColumnRow[][] {
  const bandOf = new Map(bands.flatMap((band) => band.map((row) => [row, band] as const)));
  const stretches: { readonly band: object | undefined; readonly lines: ColumnRow[] }[] = [];
  for (const line of lines) {
    const band = bandOf.get(line.row);
    const last = stretches.at(-1);
    if (last !== undefined && last.band === band) last.lines.push(line);
    else stretches.push({ band, lines: [line] });
  }
  return stretches.flatMap((stretch) => (stretch.band === undefined ? group(stretch.lines) : [stretch.lines]));
}

/** Whether rows are at the bottom of a page, where letters have address, bank and registration details in columns. */
function isFoot(rows: readonly TextRow[], { heightPt }: Page): boolean {
  return (rows[0]?.box.y0 ?? 0) > footShare * heightPt;
}

/**
 * Lines without columns at the bottom of a ruled table that begin where its labels do are notes, unless rules separate
 * every row.
 */
function trimRows({ rows, ruled, bands }: TextRegion): readonly TextRow[] {
  if (!ruled || bands.length > 0) return rows;
  const left = Math.min(...rows.map(({ box }) => box.x0));
  const right = Math.max(...rows.map(({ box }) => box.x1));
  const isNote = (row: TextRow) => !isTableRow(row) && row.box.x0 < left + stubShare * (right - left);
  return rows.slice(0, rows.findLastIndex((row) => !isNote(row)) + 1);
}

/** Assigns columns to each chunk. A chunk that crosses a cut at a wide gap between words is split there. */
export function toColumnRow(row: TextRow, cuts: readonly number[]): ColumnRow {
  const chunks: ColumnChunk[] = [];
  const gapEm = isFixedLine(row, cuts) ? fixedGapEm : narrowGapEm;
  for (const chunk of row.chunks) {
    if (chunk.words.every(isLeader)) continue;
    for (const piece of cutAtColumns(chunk, cuts, gapEm)) {
      const columns = piece.words.map(({ box }) => columnOf((box.x0 + box.x1) / 2, cuts));
      chunks.push({ chunk: piece, first: Math.min(...columns), last: Math.max(...columns) });
    }
  }
  return { row, chunks };
}

/** Whether a row is one text in fixed-pitch type behind an empty label: a further line of a cell, with wide spaces. */
function isFixedLine({ chunks }: TextRow, cuts: readonly number[]): boolean {
  const [text, ...others] = chunks;
  return (
    text !== undefined &&
    others.length === 0 &&
    text.words.every(({ style }) => style.font.monospace) &&
    columnOf(text.box.x0, cuts) > 0
  );
}

function cutAtColumns(chunk: Chunk, cuts: readonly number[], gapEm: number): Chunk[] {
  const pieces: Chunk['words'][number][][] = [];
  let previous: Chunk['words'][number] | null = null;
  for (const word of chunk.words) {
    const crosses =
      previous !== null &&
      columnOf((previous.box.x0 + previous.box.x1) / 2, cuts) !== columnOf((word.box.x0 + word.box.x1) / 2, cuts) &&
      word.box.x0 - previous.box.x1 > gapEm * chunk.sizePt;
    if (previous === null || crosses) pieces.push([]);
    pieces.at(-1)?.push(word);
    previous = word;
  }
  if (pieces.length === 1) return [chunk];
  return pieces.map((words) => ({
    ...chunk,
    words,
    box: { ...chunk.box, x0: words[0]?.box.x0 ?? 0, x1: Math.max(...words.map(({ box }) => box.x1)) },
    text: words.map(({ text }) => text).join(' '),
  }));
}

/**
 * In the body a chunk belongs to one column, the one it begins in, except text that is clearly centred over several.
 */
export function bodyCells(group: readonly ColumnRow[], row: number): CellDraft[] {
  const byColumn = new Map<number, PlacedWord[]>();
  for (const { chunks } of group) {
    for (const { chunk, first } of chunks) {
      byColumn.set(first, [...(byColumn.get(first) ?? []), ...placeWords([chunk])]);
    }
  }
  return [...byColumn].map(([column, words]) => ({ row, column, rowSpan: 1, columnSpan: 1, words }));
}

export function rowCutsOf(
  header: readonly { readonly y0: number; readonly y1: number }[],
  body: readonly (readonly ColumnRow[])[],
): number[] {
  const bands = [
    ...header,
    ...body.map((group) => ({
      y0: Math.min(...group.map(({ row }) => row.box.y0)),
      y1: Math.max(...group.map(({ row }) => row.box.y1)),
    })),
  ];
  const cuts = bands.slice(1).map(({ y0 }, index) => (y0 + (bands[index]?.y1 ?? y0)) / 2);
  return [(bands[0]?.y0 ?? 0) - 1, ...cuts, (bands.at(-1)?.y1 ?? 0) + 1];
}
