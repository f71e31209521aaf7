import { continuesSentence } from '@platen/pdf-kit/page-model';
import type { Table } from '@platen/pdf-kit/tables';

/** This many columns whose sentences continue from row to row are not a table. */
const leastColumns = 2;

/** Whether the columns of a table without a grid are columns of prose, set line by line beside each other. */
export function isProseInColumns({ kind, columnCount, cells }: Table): boolean {
  if (kind !== 'unruled') return false;
  const columns = Array.from({ length: columnCount }, (_, column) => cells.filter((cell) => cell.column === column));
  return columns.filter(runsOn).length >= leastColumns;
}

/** Whether a cell ends inside a sentence that the cell below goes on with, both of several lines. */
function runsOn(column: readonly Table['cells'][number][]): boolean {
  const sorted = [...column].sort((first, second) => first.row - second.row);
  return sorted.some(({ lines }, index) => {
    const below = sorted[index + 1]?.lines ?? [];
    const [last, next] = [lines.at(-1), below[0]];
    if (last === undefined || next === undefined || lines.length < 2 || below.length < 2) return false;
    return continuesSentence(last.text, next.text);
  });
}
