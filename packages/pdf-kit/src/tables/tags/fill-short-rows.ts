import { sharedWidth } from '../../page-model/box.ts';
import type { Box } from '../../page-model/types.ts';
import { boxOfWords, type CellDraft } from '../compose-table.ts';

/**
 * Moves the cells of rows that lack some below the text of full rows: Chromium leaves cells without content out of its
 * tags, so that the next cell of the row takes their place. A row with text that is below no column stays as it is.
 */
export function fillShortRows(cells: readonly CellDraft[], columnCount: number): readonly CellDraft[] {
  const spanned = new Set(
    cells.flatMap(({ row, rowSpan }) =>
      rowSpan > 1 ? Array.from({ length: rowSpan }, (_, index) => row + index) : [],
    ),
  );
  const rows = Map.groupBy(cells, ({ row }) => row);
  const short = new Map([...rows].filter(([at, row]) => !spanned.has(at) && endOf(row) < columnCount));
  if (short.size === 0) return cells;
  const columns = columnsOf(cells.filter(({ row }) => !short.has(row)));
  return [...rows].flatMap(([at, row]) => (short.has(at) ? (moveRow(row, columns) ?? row) : row));
}

function endOf(row: readonly CellDraft[]): number {
  return Math.max(...row.map(({ column, columnSpan }) => column + columnSpan));
}

/** Where the text of each column is. */
function columnsOf(cells: readonly CellDraft[]): ReadonlyMap<number, Box> {
  const single = cells.filter(({ columnSpan, words }) => columnSpan === 1 && words.length > 0);
  const columns = Map.groupBy(single, ({ column }) => column);
  return new Map([...columns].map(([column, own]) => [column, boxOfWords(own.flatMap(({ words }) => words))]));
}

/** The row with each cell in the column that its text is in, in order; null where one is in none. */
function moveRow(row: readonly CellDraft[], columns: ReadonlyMap<number, Box>): readonly CellDraft[] | null {
  const moved: CellDraft[] = [];
  let next = 0;
  for (const cell of row.filter(({ words }) => words.length > 0)) {
    if (cell.columnSpan > 1) return null;
    const text = boxOfWords(cell.words);
    const free = [...columns].filter(([column, extent]) => column >= next && sharedWidth(text, extent) > 0);
    const [best] = free.toSorted(([, a], [, b]) => sharedWidth(text, b) - sharedWidth(text, a));
    if (best === undefined) return null;
    moved.push({ ...cell, column: best[0] });
    next = best[0] + 1;
  }
  return moved;
}
