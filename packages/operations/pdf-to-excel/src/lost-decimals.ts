import { type DecimalSign, parseNumber } from '@platen/pdf-kit/values';
import type { SheetCell, SheetTable } from './sheet-model.ts';
import type { CellValue } from './type-cells.ts';

/** A column with at least this many amounts, and this share of them with decimals, is one of amounts with decimals. */
const minAmounts = 4;
const minShare = 0.8;

/**
 * Recognised whole numbers in columns of amounts with decimals: a point was lost (`23.51` read as `2351`), or digits
 * were. Sixteen scanned statements and invoices had eight of them: four were certainly misread, and none is known to be
 * right.
 */
export function lostDecimals(
  { cells, headerRows }: SheetTable,
  values: ReadonlyMap<SheetCell, CellValue>,
  decimal: DecimalSign,
): ReadonlySet<SheetCell> {
  if (cells.every(({ recognition }) => recognition === null)) return new Set();
  const amounts = cells.filter(({ row }) => row >= headerRows).filter((cell) => isOther(values.get(cell)));
  const isWhole = ({ text }: SheetCell) => (parseNumber(text, decimal)?.decimals ?? 0) === 0;
  const columns = [...Map.groupBy(amounts, (cell) => cell.column).values()].filter(
    (column) =>
      column.length >= minAmounts && column.filter((cell) => !isWhole(cell)).length >= minShare * column.length,
  );
  return new Set(columns.flat().filter((cell) => cell.recognition !== null && isWhole(cell)));
}

/** Whether a value is a number other than zero, which may be printed without decimals. */
function isOther(value: CellValue | undefined): boolean {
  return value?.kind === 'number' && value.value !== 0;
}
