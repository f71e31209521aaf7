import { type DecimalSign, parseNumber } from '@platen/pdf-kit/values';
import type { SheetCell, SheetTable } from './sheet-model.ts';
import type { CellValue } from './type-cells.ts';

/** Letters that recognition takes figures for. */
const figures: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  Q: '0',
  l: '1',
  I: '1',
  '|': '1',
  Z: '2',
  S: '5',
  s: '5',
  B: '8',
};
const confusable = /[OoQlI|ZSsB]/g;
/** Figures with two marks and cents, which are no number where the marks contradict each other: `2.978,606.00`. */
const markedTwice = /^\D{0,4}(?:\d+[.,]){2,}\d\d\D{0,4}$/;

/**
 * Texts among the amounts of a column that are amounts but for such a letter: `l,234.5O`, and recognised figures whose
 * marks contradict each other. They are in no sum.
 */
export function misreadFigures(
  table: SheetTable,
  values: ReadonlyMap<SheetCell, CellValue>,
  decimal: DecimalSign,
): ReadonlySet<SheetCell> {
  const isAmount = (cell: SheetCell) => values.get(cell)?.kind === 'number';
  const isContradictory = (cell: SheetCell) =>
    cell.recognition !== null && values.get(cell)?.kind === 'text' && markedTwice.test(cell.text);
  const misread = (cell: SheetCell) => {
    const { text } = cell;
    if (isAmount(cell) || !/\d/.test(text) || text.search(confusable) < 0) return false;
    const read = text.replace(confusable, (letter) => figures[letter] ?? letter);
    return parseNumber(read, decimal)?.decimals === 2;
  };
  const body = table.cells.filter(({ row, text }) => row >= table.headerRows && text !== '');
  const lettered = [...Map.groupBy(body, ({ column }) => column).values()].flatMap((column) =>
    2 * column.filter(isAmount).length >= column.length ? column.filter(misread) : [],
  );
  return new Set([...lettered, ...table.cells.filter(isContradictory)]);
}
