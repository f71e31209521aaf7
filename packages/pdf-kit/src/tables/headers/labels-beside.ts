import { containsMiddle } from '../../page-model/box.ts';
import type { Line } from '../../page-model/types.ts';
import { composeTable, type PlacedWord, placeWords } from '../compose-table.ts';
import type { Table } from '../types.ts';

/** Maximum gap between a label and the grid, and between the words of a label, in em. */
const gapEm = 1;
/** Tolerance for the right edges of the labels, in points: kerned pairs make a word end elsewhere than it was measured. */
const alignedPt = 1.5;
/** Tolerance for the baselines of a label and its row, in em. */
const levelEm = 0.2;
/** Minimum number of labels: a single one may be a note. */
const minLabels = 2;

/**
 * Adds to a grid the column of labels on its left that no rules enclose, such as those of a summary of taxes: one for
 * each row below its headings, level with it and aligned along the grid. The same table if there are none, or if they
 * are in another of the `tables`.
 */
export function withLabelsBeside(table: Table, lines: readonly Line[], tables: readonly Table[]): Table {
  if (table.kind !== 'ruled' || table.angle !== 0) return table;
  const words = placeWords(lines.filter(({ angle }) => angle === 0)).filter(
    ({ word }) => word.box.x1 <= table.box.x0 && !tables.some(({ box }) => containsMiddle(box, word.box)),
  );
  const labels = table.rowCuts.slice(1).map((_, row) => labelOf(table, row, words));
  const first = labels.findIndex((label) => label.length > 0);
  const own = labels.slice(first);
  if (first !== Math.max(1, table.headerRows) || own.length < minLabels || !areAligned(own)) return table;
  return withFirstColumn(table, labels);
}

/** The words left of a row, level with its text, up to a gap. */
function labelOf({ box, cells }: Table, row: number, words: readonly PlacedWord[]): readonly PlacedWord[] {
  const baselines = cells.filter((cell) => cell.row === row).flatMap((cell) => cell.lines.map((line) => line.baseline));
  const level = words.filter(({ word, baseline }) =>
    baselines.some((other) => Math.abs(other - baseline) <= levelEm * word.style.sizePt),
  );
  const label: PlacedWord[] = [];
  let start = box.x0;
  for (const placed of level.toSorted((a, b) => b.word.box.x1 - a.word.box.x1)) {
    if (start - placed.word.box.x1 > gapEm * placed.word.style.sizePt) break;
    label.unshift(placed);
    start = placed.word.box.x0;
  }
  return label;
}

function areAligned(labels: readonly (readonly PlacedWord[])[]): boolean {
  const ends = labels.map((label) => Math.max(...label.map(({ word }) => word.box.x1)));
  const hasName = (label: readonly PlacedWord[]) => label.some(({ word }) => /\p{L}/u.test(word.text));
  return labels.every(hasName) && Math.max(...ends) - Math.min(...ends) <= alignedPt;
}

function withFirstColumn(table: Table, labels: readonly (readonly PlacedWord[])[]): Table {
  const { pageNumber, kind, rowCuts, headerRows, confidence } = table;
  const x0 = Math.min(...labels.flat().map(({ word }) => word.box.x0));
  const columnCuts = [x0, table.columnCuts[0] ?? x0];
  const drafts = labels.map((words, row) => ({ row, column: 0, rowSpan: 1, columnSpan: 1, words }));
  const column = composeTable({ pageNumber, kind, columnCuts, rowCuts, cells: drafts, headerRows, confidence }, []);
  const shifted = table.cells.map((cell) => ({ ...cell, column: cell.column + 1 }));
  return {
    ...table,
    box: { ...table.box, x0 },
    columnCount: table.columnCount + 1,
    columnCuts: [x0, ...table.columnCuts],
    cells: [...column.cells, ...shifted].sort((a, b) => a.row - b.row || a.column - b.column),
  };
}
