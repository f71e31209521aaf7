import type { DecimalSign } from '@platen/pdf-kit/values';
import { filledCells, withoutColumns } from './joined-columns.ts';
import type { SheetCell, SheetTable } from './sheet-model.ts';

/** Minimum number of amounts with cents in the adjacent column. */
const minAmounts = 4;
/** Minutes and seconds are less than this, cents may be more. */
const minutes = 60;

/** A whole number, its thousands grouped. */
const units = /^[-+−–(]?\p{Sc}?\s?\d+(?:[.,'’\u00a0\u202f ]\d{3})*$/u;
const cents = /^\d\d$/;

/** The cents beside each amount of a column. */
type Cents = ReadonlyMap<SheetCell, string>;

/**
 * Joins cents with their amounts if a form has a separate column for them, under one heading with the units. Values
 * such as `06` and `75` must occur: counts are not written like the first, nor minutes like the second.
 */
export function joinCents(table: SheetTable, decimal: DecimalSign): SheetTable {
  const byColumn = Map.groupBy(table.cells, ({ column }) => column);
  const pairs = [...byColumn].flatMap(([column, cells]) => {
    const isHeaded = cells.some((cell) => cell.row < table.headerRows && cell.columnSpan === 2 && cell.text !== '');
    const own = isHeaded ? centsOf(table, cells, byColumn.get(column + 1) ?? []) : null;
    return own === null ? [] : [{ column, own }];
  });
  const added: Cents = new Map(pairs.flatMap(({ own }) => [...own]));
  const fractions = [...added.values()];
  const areCents = fractions.some((text) => text.startsWith('0')) && fractions.some((text) => Number(text) >= minutes);
  if (added.size < minAmounts || !areCents) return table;
  const dropped = pairs.map(({ column }) => column + 1);
  return withoutColumns(table, dropped, (cell) => {
    const fraction = added.get(cell);
    return fraction === undefined ? cell.text : `${cell.text}${decimal}${fraction}`;
  });
}

/** The cents of a column's amounts in the next column, which has no heading; null if one of either stands alone. */
function centsOf({ headerRows }: SheetTable, column: readonly SheetCell[], next: readonly SheetCell[]): Cents | null {
  const amounts = filledCells(column, headerRows);
  const beside = new Map(filledCells(next, headerRows).map(({ row, text }) => [row, text]));
  const isHeadless = next.every(({ row, text }) => row >= headerRows || text === '');
  const arePaired = amounts.every(({ row, text }) => units.test(text) && cents.test(beside.get(row) ?? ''));
  if (amounts.length !== beside.size || !arePaired || !isHeadless) return null;
  return new Map(amounts.map((cell) => [cell, beside.get(cell.row) ?? '']));
}
