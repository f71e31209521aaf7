import { uniteBoxes } from '../page-model/box.ts';
import type { Table, TableCell } from './types.ts';

/** Tolerance for the middle of a label over its rows, as a share of the distance of rows. */
const samePlaceShare = 0.2;
/** Minimum number of labels: one alone may be anything between two rows. */
const minLabels = 2;

/** A row of a table with text beside the labels. */
interface RowPlace {
  readonly row: number;
  readonly middle: number;
}

/** A label, and the rows that it is in the middle of. */
interface Span {
  readonly label: TableCell;
  readonly rows: readonly RowPlace[];
}

/**
 * A table whose labels in the first column each span the rows that they are in the middle of, as those of merged cells are.
 * All labels must be in the middle of rows that follow each other, and one of them between two rows.
 */
export function withCentredLabels(table: Table): Table {
  const { cells, headerRows } = table;
  const filled = cells.filter(({ row, lines }) => row >= headerRows && lines.length > 0);
  const labels = filled.filter(({ column }) => column === 0).toSorted((a, b) => middleOf([a]) - middleOf([b]));
  const rows = [
    ...Map.groupBy(
      filled.filter(({ column }) => column > 0),
      ({ row }) => row,
    ),
  ]
    .map(([row, own]): RowPlace => ({ row, middle: middleOf(own) }))
    .toSorted((a, b) => a.row - b.row);
  if (labels.length < minLabels || cells.some(({ row, rowSpan }) => row >= headerRows && rowSpan > 1)) return table;
  const spans = spansOf(labels, rows);
  return spans === null ? table : spread(table, spans, rows);
}

function spansOf(labels: readonly TableCell[], rows: readonly RowPlace[]): readonly Span[] | null {
  const pitch = Math.min(...rows.slice(1).map(({ middle }, index) => middle - (rows[index]?.middle ?? 0)));
  const isAt = (middle: number, label: TableCell) => Math.abs(middle - middleOf([label])) <= samePlaceShare * pitch;
  const spans: Span[] = [];
  let start = 0;
  for (const label of labels) {
    const first = rows[start];
    const end = rows.findIndex(
      ({ middle }, index) => index >= start && first !== undefined && isAt((first.middle + middle) / 2, label),
    );
    if (end < 0) return null;
    spans.push({ label, rows: rows.slice(start, end + 1) });
    start = end + 1;
  }
  const isBetween = ({ label, rows: own }: Span) => !own.some(({ middle }) => isAt(middle, label));
  return start === rows.length && spans.some(isBetween) ? spans : null;
}

function spread(table: Table, spans: readonly Span[], kept: readonly RowPlace[]): Table {
  const rows = [...Array.from({ length: table.headerRows }, (_, row) => row), ...kept.map(({ row }) => row)];
  const place = new Map(rows.map((row, index) => [row, index]));
  const labels = spans.map(({ label, rows: own }): TableCell => {
    const covered = table.cells.filter((cell) => cell.column === 0 && own.some(({ row }) => row === cell.row));
    const [first] = own;
    const box = uniteBoxes([label, ...covered].map((cell) => cell.box));
    return { ...label, row: place.get(first?.row ?? 0) ?? 0, rowSpan: own.length, box };
  });
  const others = table.cells.flatMap((cell): TableCell[] => {
    const row = place.get(cell.row);
    return row === undefined || (cell.row >= table.headerRows && cell.column === 0) ? [] : [{ ...cell, row }];
  });
  return {
    ...table,
    rowCount: rows.length,
    rowCuts: [...rows.map((row) => table.rowCuts[row] ?? 0), table.rowCuts.at(-1) ?? 0],
    cells: [...others, ...labels].toSorted((a, b) => a.row - b.row || a.column - b.column),
  };
}

function middleOf(cells: readonly TableCell[]): number {
  const { y0, y1 } = uniteBoxes(cells.flatMap(({ lines }) => lines.map(({ box }) => box)));
  return (y0 + y1) / 2;
}
