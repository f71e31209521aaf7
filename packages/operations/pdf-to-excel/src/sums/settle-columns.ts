import type { SheetCell, SheetTable } from '../sheet-model.ts';
import type { CellValue } from '../type-cells.ts';
import { type BalanceSides, balanceSides } from './balance-sides.ts';
import { headingsOf } from './column-headings.ts';
import { numberGrid } from './number-grid.ts';
import { followBalance } from './running-balance.ts';

/** A table with its values, and the rows (from 0) whose amount was put into the other column. */
export interface SettledTable {
  readonly table: SheetTable;
  readonly values: ReadonlyMap<SheetCell, CellValue>;
  readonly moved: readonly number[];
}

/**
 * Moves amounts to the other side of an account if the running balance requires it: nearly all rows match it, and these
 * miss it by twice their single amount, like a debit taken for a credit. No wrong digit causes such a difference.
 */
export function settleColumns(table: SheetTable, values: ReadonlyMap<SheetCell, CellValue>): SettledTable {
  const grid = numberGrid(table, values);
  const sides = balanceSides(grid, headingsOf(table));
  if (sides !== null) return withoutEmptied(moveCells(table, values, targetsOf(table, sides)), sides.loose);
  const balance = followBalance(grid);
  const [first, second, ...others] = balance?.flows ?? [];
  const asRead = { table, values, moved: [] };
  if (balance === null || first === undefined || second === undefined || others.length > 0) return asRead;
  if (first.sign === second.sign) return asRead;
  const targets = new Map<SheetCell, number>();
  const broken = new Set(balance.broken.map(({ row }) => row));
  const cellsOf = Map.groupBy(
    table.cells.filter(({ row }) => broken.has(row)),
    ({ row }) => row,
  );
  const numbersOf = new Map(grid.rows.map(({ row, numbers }) => [row, numbers]));
  for (const { row, difference } of balance.broken) {
    const numbers = numbersOf.get(row);
    const filled = [first, second].filter(({ column }) => numbers?.has(column) === true);
    const [from, ...more] = filled;
    const amount = from === undefined ? 0 : (numbers?.get(from.column) ?? 0);
    if (from === undefined || more.length > 0 || amount === 0 || difference !== -2 * from.sign * amount) continue;
    const to = from === first ? second : first;
    const own = cellsOf.get(row) ?? [];
    const cell = own.find(({ column }) => column === from.column);
    const isFree = !own.some(({ column, text }) => column === to.column && text !== '');
    if (cell !== undefined && cell.columnSpan === 1 && isFree) targets.set(cell, to.column);
  }
  return targets.size === 0 ? asRead : moveCells(table, values, targets);
}

/** The cells of misplaced amounts, where the other column is free. */
function targetsOf(table: SheetTable, { columns, misplaced }: BalanceSides): ReadonlyMap<SheetCell, number> {
  const filled = new Set(table.cells.filter(({ text }) => text !== '').map(({ row, column }) => `${row}:${column}`));
  return new Map(
    table.cells.flatMap((cell) => {
      const column = misplaced.get(cell.row);
      const isOwn = column !== undefined && columns.includes(cell.column) && cell.column !== column && cell.text !== '';
      return isOwn && cell.columnSpan === 1 && !filled.has(`${cell.row}:${column}`) ? [[cell, column] as const] : [];
    }),
  );
}

function moveCells(
  table: SheetTable,
  values: ReadonlyMap<SheetCell, CellValue>,
  targets: ReadonlyMap<SheetCell, number>,
): SettledTable {
  const moved = new Map(values);
  const taken = new Set([...targets].map(([{ row }, column]) => `${row}:${column}`));
  const cells = table.cells.flatMap((cell) => {
    const column = targets.get(cell);
    // There may be an empty cell at the target position.
    if (column === undefined) return taken.has(`${cell.row}:${cell.column}`) ? [] : [cell];
    const own = { ...cell, column };
    moved.set(own, values.get(cell) ?? { kind: 'text' });
    return [own];
  });
  return { table: { ...table, cells }, values: moved, moved: [...targets.keys()].map(({ row }) => row) };
}

/** Removes columns without a heading whose amounts were all moved. */
function withoutEmptied(settled: SettledTable, loose: readonly number[]): SettledTable {
  const { table, values } = settled;
  const filled = new Set(table.cells.filter(({ text }) => text !== '').map(({ column }) => column));
  const emptied = loose.filter((column) => !filled.has(column));
  if (emptied.length === 0) return settled;
  const within = (from: number, to: number) => emptied.filter((column) => column >= from && column < to).length;
  const kept = new Map<SheetCell, CellValue>();
  const cells = table.cells.flatMap((cell) => {
    const { column, columnSpan } = cell;
    const left = columnSpan - within(column, column + columnSpan);
    if (left === 0) return [];
    const own = { ...cell, column: column - within(0, column), columnSpan: left };
    const value = values.get(cell);
    if (value !== undefined) kept.set(own, value);
    return [own];
  });
  // The space goes to the column before it.
  const columnCuts = table.columnCuts.filter((_, column) => column === 0 || !emptied.includes(column));
  return { ...settled, table: { ...table, cells, columnCuts }, values: kept };
}
