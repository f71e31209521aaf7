import type { SheetCell, SheetTable } from '../sheet-model.ts';
import type { CellValue } from '../type-cells.ts';
import { checkTotals } from './column-totals.ts';
import { markedGrid, numberGrid } from './number-grid.ts';
import { brokenRows } from './row-sums.ts';
import { type FollowedBalance, followBalance, followBalances } from './running-balance.ts';

/** Rows of a table, from 0, whose figures contradict each other: a balance, a product or a total that does not come out. */
export function checkSums(table: SheetTable, values: ReadonlyMap<SheetCell, CellValue>): readonly number[] {
  const grid = numberGrid(table, values);
  if (grid.columns.length === 0) return [];
  const [plain = null, ...others] = followBalances(grid);
  const marked = markedGrid(table, values);
  const balance = clearer(plain, marked === null ? null : followBalance(marked));
  // A balance beside a total is not the sum of the balances above it.
  const summed = { ...grid, columns: grid.columns.filter((column) => column !== balance?.column) };
  const totals = checkTotals(summed);
  const found = [
    ...[balance, ...others].flatMap((own) => own?.broken.map(({ row }) => row) ?? []),
    ...brokenRows(summed, totals.confirmed),
    ...totals.broken,
  ];
  return [...new Set(found)].sort((a, b) => a - b);
}

/** The balance that fewer rows contradict: if nearly all amounts are debits, they may lack the marks of the others. */
function clearer(plain: FollowedBalance | null, marked: FollowedBalance | null): FollowedBalance | null {
  if (plain === null || marked === null) return plain ?? marked;
  return marked.broken.length < plain.broken.length ? marked : plain;
}
