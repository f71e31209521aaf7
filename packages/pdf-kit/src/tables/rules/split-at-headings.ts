import type { Word } from '../../page-model/types.ts';
import type { PlacedWord } from '../compose-table.ts';
import { cellBox, type Grid, type GridCell } from './grid.ts';
import { indexWords } from './words-in-box.ts';

/**
 * Minimum number of rows in which words end before and begin after a border of the header; two or three may do so by
 * chance.
 */
const minParted = 4;
/** How far words may extend over a border, in points. */
const slackPt = 1;

/**
 * Splits cells that cross columns below a header whose borders end with it: if in every row with text there the words
 * are on either side of such a border, it separates the columns, however narrow the gap. Cells whose sides are not those
 * of headings are of another grid.
 */
export function splitAtHeadings(grid: Grid, cells: readonly GridCell[], words: readonly PlacedWord[]): GridCell[] {
  const wordsIn = indexWords(words);
  const known = new Map<GridCell, readonly Word[]>();
  const wordsOf = (cell: GridCell) => {
    const own = known.get(cell) ?? wordsIn(cellBox(grid, cell)).map(({ word }) => word);
    known.set(cell, own);
    return own;
  };
  return grid.xs.slice(1, -1).reduce<GridCell[]>(
    (split, x, index) => {
      const line = index + 1;
      const across = split.filter((cell) => cell.column < line && cell.columnEnd > line);
      const parted = across.filter((cell) => isParted(wordsOf(cell), x));
      const isKept = across.every((cell) => wordsOf(cell).every(({ box }) => isBeside(box, x)));
      if (parted.length < minParted || !isKept || !hasHeadings(line, across, split, wordsOf)) return split;
      return split.flatMap((cell) => {
        if (!across.includes(cell)) return [cell];
        return [
          { ...cell, columnEnd: line },
          { ...cell, column: line },
        ];
      });
    },
    [...cells],
  );
}

function isBeside({ x0, x1 }: Word['box'], x: number): boolean {
  return x1 <= x + slackPt || x0 >= x - slackPt;
}

function isParted(words: readonly Word[], x: number): boolean {
  return words.some(({ box }) => box.x1 <= x + slackPt) && words.some(({ box }) => box.x0 >= x - slackPt);
}

/** Whether a row above all cells that cross a line has cells with text on both sides of it, and the sides of these cells. */
function hasHeadings(
  line: number,
  across: readonly GridCell[],
  cells: readonly GridCell[],
  wordsOf: (cell: GridCell) => readonly Word[],
): boolean {
  const first = Math.min(...across.map(({ row }) => row));
  const isHeading = (cell: GridCell) => cell.rowEnd <= first && wordsOf(cell).length > 0;
  const before = cells.filter((cell) => cell.columnEnd === line && isHeading(cell));
  const hasSides = (rowEnd: number) => {
    const row = cells.filter((cell) => cell.rowEnd === rowEnd);
    return across.every(
      ({ column, columnEnd }) =>
        row.some((cell) => cell.column === column) && row.some((cell) => cell.columnEnd === columnEnd),
    );
  };
  return cells.some(
    (cell) =>
      cell.column === line &&
      isHeading(cell) &&
      before.some(({ rowEnd }) => rowEnd === cell.rowEnd) &&
      hasSides(cell.rowEnd),
  );
}
