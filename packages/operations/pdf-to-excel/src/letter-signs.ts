import type { SheetCell, SheetTable } from './sheet-model.ts';
import { numberGrid } from './sums/number-grid.ts';
import { followBalance } from './sums/running-balance.ts';
import { sumThresholds } from './sums/thresholds.ts';
import type { CellValue } from './type-cells.ts';

const lettered = /\d ?[CDSH]$/;

/**
 * Recognised amounts that a following letter makes negative, in tables without a running balance to confirm it: `0,89
 * D` is a debit, or an amount with a tax code.
 */
export function letterSigns(table: SheetTable, values: ReadonlyMap<SheetCell, CellValue>): ReadonlySet<SheetCell> {
  const signed = table.cells.filter((cell) => {
    const value = values.get(cell);
    return cell.recognition !== null && lettered.test(cell.text) && value?.kind === 'number' && value.value < 0;
  });
  const isConfirmed = signed.length > 0 && followBalance(numberGrid(table, values), sumThresholds.minSided) !== null;
  return new Set(isConfirmed ? [] : signed);
}
