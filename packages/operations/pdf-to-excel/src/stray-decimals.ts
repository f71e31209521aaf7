import { type DecimalSign, parseNumber } from '@platen/pdf-kit/values';
import type { SheetCell, SheetTable } from './sheet-model.ts';
import type { CellValue } from './type-cells.ts';

/**
 * Of amounts recognised with less confidence one in six is wrong; a weaker criterion suffices if the digits also look
 * wrong.
 */
const surelyRead = 0.9;
const cents = 2;
/** An amount with a tax code letter. */
const coded = /\d[.,]\d\d ?\p{L}$/u;

/**
 * Recognised amounts with too many decimals in columns of amounts with cents: a tax code letter was read as a digit
 * (`0,35 C` as `0,356`). Which digits are right is unknown, so they stay text. Weights, and rates recognised with
 * confidence, are numbers.
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
