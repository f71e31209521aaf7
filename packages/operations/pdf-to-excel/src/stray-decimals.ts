import { type DecimalSign, parseNumber } from '@platen/pdf-kit/values';
import type { SheetCell, SheetTable } from './sheet-model.ts';
import type { CellValue } from './type-cells.ts';

/** Of amounts read with less confidence one in six is wrong: less will do where the figures look wrong as well. */
const surelyRead = 0.9;
const cents = 2;
/** An amount with the letter of its tax. */
const coded = /\d[.,]\d\d ?\p{L}$/u;

/**
 * Recognised amounts with more decimals than cents, in columns of amounts with cents: the letter of a tax was read as a
 * figure, `0,35 C` as `0,356`. Which figures are right cannot be told, so they stay text. Weights, and rates that were
 * surely read, are numbers.
 */
export function strayDecimals(
  { cells, headerRows }: SheetTable,
  values: ReadonlyMap<SheetCell, CellValue>,
  decimal: DecimalSign,
): ReadonlySet<SheetCell> {
  const stray = new Set<SheetCell>();
  const recognised = cells.filter(({ row, recognition }) => row >= headerRows && recognition !== null);
  for (const column of Map.groupBy(recognised, (cell) => cell.column).values()) {
    const hasCodes = column.some(({ text }) => coded.test(text));
    const places = new Map(
      column
        .filter((cell) => values.get(cell)?.kind === 'number')
        .map((cell) => [cell, parseNumber(cell.text, decimal)?.decimals ?? 0] as const),
    );
    if (!hasCodes && ![...places.values()].includes(cents)) continue;
    for (const [cell, decimals] of places) {
      const { confidence = 1, disputed = false } = cell.recognition ?? {};
      if (decimals > cents && (hasCodes || disputed || confidence < surelyRead)) stray.add(cell);
    }
  }
  return stray;
}
