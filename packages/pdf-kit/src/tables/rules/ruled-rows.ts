import type { Box, Page } from '../../page-model/types.ts';
import { type CellDraft, type PlacedWord, placeWords } from '../compose-table.ts';
import type { HeaderBoxes } from '../types.ts';
import { columnOf } from '../whitespace/column-cuts.ts';
import type { PageEdges } from './edges.ts';

/** Tolerance for rules across all columns, and for text beyond its column, in points. */
const outsidePt = 3;
/** Minimum number of rows between rules. */
const minRows = 2;
/** The minimum share of cells in a row that have a single line; the others are wrapped. */
const singleShare = 0.5;
/** Tolerance for baselines of lines side by side, in em. */
const levelEm = 0.35;

/** Rows below headings, and their extents. */
export interface RuledRows {
  readonly rowCuts: readonly number[];
  /** From row 0 on. */
  readonly cells: readonly CellDraft[];
}

/**
 * The rows right below headings that each have a rule below them across all columns, however many lines a cell has.
 * Null if rules do not separate the rows, or texts cross columns.
 */
export function readRuledRows(page: Page, { box, cuts }: HeaderBoxes, edges: PageEdges, end: number): RuledRows | null {
  const across = edges.horizontal
    .filter(
      ({ at, start, end: right, soft }) =>
        !soft && at > box.y1 + 2 && at <= end + 2 && start <= box.x0 + outsidePt && right >= box.x1 - outsidePt,
    )
    .map(({ at }) => at)
    .sort((a, b) => a - b);
  const words = placeWords(page.lines.filter(({ angle }) => angle === 0));
  const rowCuts = [box.y1];
  const cells: CellDraft[] = [];
  for (const at of across) {
    const top = rowCuts.at(-1) ?? at;
    const own = readRow(words, { x0: box.x0, y0: top, x1: box.x1, y1: at }, cuts, rowCuts.length - 1);
    if (own === null) break;
    cells.push(...own);
    rowCuts.push(at);
  }
  return rowCuts.length > minRows ? { rowCuts, cells } : null;
}

/** The cells of one row; null if it has fewer than two, or is not a single row. */
function readRow(words: readonly PlacedWord[], band: Box, cuts: readonly number[], row: number): CellDraft[] | null {
  const own = words.filter(({ word: { box } }) => {
    const middle = (box.y0 + box.y1) / 2;
    return middle > band.y0 && middle < band.y1 && box.x1 > band.x0 && box.x0 < band.x1;
  });
  const isWithin = ({ word: { box } }: PlacedWord) => {
    const column = columnOf((box.x0 + box.x1) / 2, cuts);
    return box.x0 >= (cuts[column] ?? 0) - outsidePt && box.x1 <= (cuts[column + 1] ?? 0) + outsidePt;
  };
  const columns = Map.groupBy(own, ({ word: { box } }) => columnOf((box.x0 + box.x1) / 2, cuts));
  if (columns.size < 2 || !own.every(isWithin) || !isOneRow([...columns.values()])) return null;
  return [...columns].map(([column, inColumn]) => ({ row, column, rowSpan: 1, columnSpan: 1, words: inColumn }));
}

function isOneRow(columns: readonly (readonly PlacedWord[])[]): boolean {
  const single = columns.filter((own) => {
    const baselines = own.map(({ baseline }) => baseline);
    const em = Math.min(...own.map(({ word }) => word.style.sizePt));
    return Math.max(...baselines) - Math.min(...baselines) <= levelEm * em;
  });
  return single.length >= singleShare * columns.length;
}
