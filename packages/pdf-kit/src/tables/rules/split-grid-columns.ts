import { uniteBoxes } from '../../page-model/box.ts';
import type { Line } from '../../page-model/types.ts';
import type { Chunk } from '../chunk.ts';
import type { PlacedWord } from '../compose-table.ts';
import { isLeader, type TextRow } from '../text-rows.ts';
import { isValueText } from '../value-text.ts';
import { findColumnGaps } from '../whitespace/column-cuts.ts';
import { mergeSparseColumns } from '../whitespace/sparse-columns.ts';
import type { Edge, PageEdges } from './edges.ts';
import type { Grid } from './grid.ts';
import { gridTextRows } from './grid-text-rows.ts';

/**
 * A column of a grid holds several columns of values if at least this many rows, and these shares of rows and lines,
 * show them.
 */
const minRows = 3;
const rowShare = 0.5;
const lineShare = 0.25;
/** The share of adjacent pieces that are values. */
const valueShare = 0.5;
/** The share of a cell's lines that are labels with values. */
const formShare = 0.8;
/** Words of a heading. */
const maxWords = 3;

/**
 * Adds missing column borders to a grid: between two vertical rules there are often several columns of values separated
 * only by whitespace. Headings that cross such a border, or are centred, stay whole.
 */
export function splitGridColumns(grid: Grid, lines: readonly Line[], words: readonly PlacedWord[]): PageEdges {
  const rows = gridTextRows(grid, lines, words);
  const added: Edge[] = [];
  for (let column = 0; column < grid.xs.length - 1; column += 1) {
    const left = grid.xs[column] ?? 0;
    const right = grid.xs[column + 1] ?? 0;
    const own = rows.flatMap((row) => within(row, left, right));
    const cuts = cutsOf(own, { left, right }, headingsOf(own, grid));
    for (const at of cuts) added.push(...uprightAt(at, { left, right }, own, grid));
    if (cuts.length === 0) added.push(...formCuts(own, { left, right }, grid));
  }
  return { horizontal: grid.edges.horizontal, vertical: [...grid.edges.vertical, ...added] };
}

function within(row: TextRow, left: number, right: number): TextRow[] {
  const chunks = row.chunks.filter(({ box }) => (box.x0 + box.x1) / 2 > left && (box.x0 + box.x1) / 2 < right);
  return chunks.length === 0 ? [] : [{ ...row, chunks }];
}

/**
 * The adjacent headings in the first band of a grid with text, as one row, since a heading of two lines and a centred
 * one beside it are not level. None if the band is one heading, or has values.
 */
function headingsOf(rows: readonly TextRow[], { ys }: Grid): TextRow[] {
  const [first] = rows;
  if (first === undefined) return [];
  const end = ys.find((y) => y > (first.box.y0 + first.box.y1) / 2) ?? Number.POSITIVE_INFINITY;
  const own = rows.filter(({ box }) => (box.y0 + box.y1) / 2 < end);
  const stacks: Chunk[] = [];
  for (const chunk of own.flatMap(({ chunks }) => chunks).toSorted((a, b) => a.box.x0 - b.box.x0)) {
    const last = stacks.at(-1);
    if (last === undefined || chunk.box.x0 > last.box.x1) stacks.push(chunk);
    else stacks.splice(-1, 1, withLine(last, chunk));
  }
  return [{ ...first, chunks: stacks }].filter(isRowOfHeadings);
}

function withLine(heading: Chunk, line: Chunk): Chunk {
  return {
    ...heading,
    words: [...heading.words, ...line.words],
    box: uniteBoxes([heading.box, line.box]),
    text: `${heading.text} ${line.text}`,
  };
}

function cutsOf(rows: readonly TextRow[], { left, right }: Room, headings: readonly TextRow[]): number[] {
  const several = rows.filter(isRowOfValues);
  // Labels may have more lines than there are values.
  const valued = rows.filter(({ chunks }) => chunks.some(({ text }) => isValueText(text)));
  const fewest = Math.max(minRows, rowShare * valued.length, lineShare * rows.length);
  // Two adjacent headings, or a label with a colon and its value, show two columns, however few rows fill both.
  if (several.length < (headings.length > 0 ? 1 : fewest)) return [];
  const cuts = findColumnGaps([...headings, ...several]).map(({ start, end }) => (start + end) / 2);
  return mergeSparseColumns(several, [left, ...cuts, right]).slice(1, -1);
}

/** Borders for cells that hold labels with values beside them, line by line, among cells of other text. */
function formCuts(rows: readonly TextRow[], room: Room, { ys }: Grid): Edge[] {
  return ys.slice(1).flatMap((end, band) => {
    const start = ys[band] ?? 0;
    const own = rows.filter(({ box }) => (box.y0 + box.y1) / 2 > start && (box.y0 + box.y1) / 2 < end);
    if (own.length === rows.length || own.filter(isLabelWithValue).length < formShare * own.length) return [];
    return cutsOf(own, room, own.filter(isLabelWithValue)).map((at) => ({ at, start, end, soft: true }));
  });
}

/** A label with a colon and one text beside it. */
function isLabelWithValue({ chunks }: TextRow): boolean {
  return chunks.length === 2 && chunks[0]?.text.endsWith(':') === true;
}

/** Several short texts without a value. */
function isRowOfHeadings({ chunks }: TextRow): boolean {
  return chunks.length > 1 && chunks.every(({ words, text }) => words.length <= maxWords && !isValueText(text));
}

/** Beside the first piece, which may be a label, are values. */
function isRowOfValues({ chunks }: TextRow): boolean {
  const rest = chunks.filter(({ words }) => !words.every(isLeader)).slice(1);
  return rest.length > 0 && rest.filter(({ text }) => isValueText(text)).length >= valueShare * rest.length;
}

interface Room {
  readonly left: number;
  readonly right: number;
}

/** A border at a cut, in each row of the grid where no heading crosses it. */
function uprightAt(at: number, room: Room, rows: readonly TextRow[], { ys }: Grid): Edge[] {
  const edges: Edge[] = [];
  for (let band = 0; band < ys.length - 1; band += 1) {
    const start = ys[band] ?? 0;
    const end = ys[band + 1] ?? 0;
    const chunks = rows
      .filter(({ box }) => (box.y0 + box.y1) / 2 > start && (box.y0 + box.y1) / 2 < end)
      .flatMap((row) => row.chunks);
    if (!isOneHeading(chunks, at, room)) edges.push({ at, start, end, soft: true });
  }
  return edges;
}

function isOneHeading(chunks: readonly Chunk[], at: number, { left, right }: Room): boolean {
  if (chunks.some(({ box }) => box.x0 < at - 1 && box.x1 > at + 1)) return true;
  if (chunks.length === 0) return false;
  const x0 = Math.min(...chunks.map(({ box }) => box.x0));
  const x1 = Math.max(...chunks.map(({ box }) => box.x1));
  const stacked = chunks.every(({ box }) => Math.abs(box.x0 + box.x1 - x0 - x1) < 4);
  return stacked && !chunks.some(({ text }) => isValueText(text)) && Math.abs(x0 - left - (right - x1)) < 6;
}
