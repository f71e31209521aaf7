import { parseNumber } from '@platen/pdf-kit/values';
import type { SheetCell, SheetTable } from '../sheet-model.ts';
import type { CellValue, Notation } from '../type-cells.ts';
import { numberGrid } from './number-grid.ts';
import { followBalance } from './running-balance.ts';
import { sumThresholds } from './thresholds.ts';

/**
 * The values with the signs of sided amounts (`12.00 CR`) as the running balance tells them: what raises it is positive.
 * Values as they are where no balance follows such a column.
 */
export function signSides(
  table: SheetTable,
  values: ReadonlyMap<SheetCell, CellValue>,
  { decimal }: Pick<Notation, 'decimal'>,
): ReadonlyMap<SheetCell, CellValue> {
  const sided = table.cells.filter(
    ({ row, text }) => row >= table.headerRows && (parseNumber(text, decimal)?.side ?? null) !== null,
  );
  if (sided.length === 0) return values;
  const balance = followBalance(numberGrid(table, values), sumThresholds.minSided);
  const [flow, ...others] = balance?.flows ?? [];
  if (flow === undefined || others.length > 0 || flow.sign > 0) return values;
  const turned = new Map(values);
  for (const cell of sided.filter(({ column }) => column === flow.column)) {
    const value = values.get(cell);
    if (value?.kind === 'number') turned.set(cell, { ...value, value: value.value === 0 ? 0 : -value.value });
  }
  return turned;
}
