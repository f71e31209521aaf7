import { uniteBoxes } from '../../page-model/box.ts';
import type { Table, TableCell } from '../types.ts';
import type { Edge, PageEdges } from './edges.ts';

/** Tolerance for the ends of rules at the sides of a table, in points. */
const samePt = 4;

/**
 * A table whose labels span rows: between two rules across it, rules between its rows leave out the first columns, and
 * each of these has one text there, wherever it stands beside the rows.
 */
export function withSpannedLabels(table: Table, { horizontal }: PageEdges): Table {
  const { box, cells, rowCuts } = table;
  const own = horizontal.filter(
    ({ at, end, soft }) => !soft && at > box.y0 - samePt && at < box.y1 + samePt && end >= box.x1 - samePt,
  );
  const across = own.filter(({ start }) => start <= box.x0 + samePt);
  const partial = own.filter((rule) => !across.includes(rule));
  const spanned = spannedColumns(cells, partial);
  if (spanned === 0 || cells.some(({ rowSpan, columnSpan }) => rowSpan > 1 || columnSpan > 1)) return table;
  const groups = across.slice(1).flatMap(({ at: bottom }, index): Group[] => {
    const top = across[index]?.at ?? bottom;
    const isInside = (y: number) => y > top && y < bottom;
    const rows = rowCuts.slice(1).flatMap((cut, row) => (isInside((cut + (rowCuts[row] ?? cut)) / 2) ? [row] : []));
    const group = {
      rows,
      kept: rows.filter((row) => cells.some((cell) => cell.row === row && cell.column >= spanned && cell.text !== '')),
    };
    const labels = cells.filter((cell) => cell.column < spanned && rows.includes(cell.row) && cell.text !== '');
    const isOnce = new Set(labels.map(({ column }) => column)).size === labels.length;
    return partial.some(({ at }) => isInside(at)) && isOnce && labels.length > 0 && group.kept.length > 1
      ? [group]
      : [];
  });
  return groups.length === 0 ? table : withGroups(table, groups, spanned);
}

/** The rows beside a label, and those of them that have other texts. */
interface Group {
  readonly rows: readonly number[];
  readonly kept: readonly number[];
}

/** How many columns all rules that leave some out leave out. */
function spannedColumns(cells: readonly TableCell[], partial: readonly Edge[]): number {
  const start = Math.min(...partial.map((rule) => rule.start));
  const columns = Map.groupBy(
    cells.filter(({ text }) => text !== ''),
    ({ column }) => column,
  );
  const isBefore = (column: number) =>
    columns.get(column)?.every(({ lines }) => lines.every((line) => line.box.x1 <= start)) ?? false;
  let count = 0;
  while (partial.length > 0 && isBefore(count)) count += 1;
  return count;
}

function withGroups(table: Table, groups: readonly Group[], spanned: number): Table {
  const dropped = new Set(groups.flatMap(({ rows, kept }) => rows.filter((row) => !kept.includes(row))));
  const rows = Array.from({ length: table.rowCount }, (_, row) => row).filter((row) => !dropped.has(row));
  const place = new Map(rows.map((row, index) => [row, index]));
  const cells = table.cells.flatMap((cell): TableCell[] => {
    const group = groups.find(({ rows: own }) => own.includes(cell.row));
    const row = place.get(cell.row);
    if (group === undefined || cell.column >= spanned) return row === undefined ? [] : [{ ...cell, row }];
    if (cell.row !== group.rows[0]) return [];
    const column = table.cells.filter((other) => other.column === cell.column && group.rows.includes(other.row));
    const label = column.find(({ text }) => text !== '') ?? cell;
    const [first = cell.row] = group.kept;
    const box = uniteBoxes(column.map((other) => other.box));
    const bottom = column.at(-1)?.borders.bottom ?? false;
    const borders = { ...label.borders, top: cell.borders.top, bottom };
    return [{ ...label, row: place.get(first) ?? 0, rowSpan: group.kept.length, box, borders }];
  });
  return {
    ...table,
    rowCount: rows.length,
    rowCuts: [...rows.map((row) => table.rowCuts[row] ?? 0), table.rowCuts.at(-1) ?? 0],
    headerRows: rows.filter((row) => row < table.headerRows).length,
    cells: cells.toSorted((a, b) => a.row - b.row || a.column - b.column),
  };
}
