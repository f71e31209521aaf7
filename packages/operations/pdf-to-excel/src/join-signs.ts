import { type DecimalSign, parseNumber } from '@platen/pdf-kit/values';
import { filledCells, withoutColumns } from './joined-columns.ts';
import type { SheetCell, SheetTable } from './sheet-model.ts';

/** So many signs make a column of them. */
const minSigns = 2;

const sign = /^[-–−+]$/u;
/** What heads a column of signs: nothing, or signs. */
const signHeading = /^[-–−+±/ ]*$/u;
const signed = /[-–−+()]/u;

/** The sign before each amount of a column. */
type Signs = ReadonlyMap<SheetCell, string>;

/**
 * A table with the signs of its amounts in the cells of these, where they are in a column of their own beside them. A dash
 * beside figures on both of its sides is between them, and one whose column has a heading stands for nothing.
 */
export function joinSigns(table: SheetTable, decimal: DecimalSign): SheetTable {
  const byColumn = Map.groupBy(table.cells, ({ column }) => column);
  const found = [...byColumn].flatMap(([column, cells]) => {
    const own = signsOf(table, cells, byColumn.get(column - 1) ?? [], byColumn.get(column + 1) ?? [], decimal);
    return own === null ? [] : [{ column, own }];
  });
  if (found.length === 0) return table;
  const added: Signs = new Map(found.flatMap(({ own }) => [...own]));
  const dropped = found.map(({ column }) => column);
  return withoutColumns(table, dropped, (cell) => `${added.get(cell) ?? ''}${cell.text}`);
}

/** The amounts beside the signs of a column on one of its sides, each with its sign; null where it is no such column. */
function signsOf(
  { headerRows }: SheetTable,
  column: readonly SheetCell[],
  left: readonly SheetCell[],
  right: readonly SheetCell[],
  decimal: DecimalSign,
): Signs | null {
  const signs = filledCells(column, headerRows);
  const isHeadless = column.every(
    ({ row, text, columnSpan }) => row >= headerRows || columnSpan > 1 || signHeading.test(text),
  );
  if (signs.length < minSigns || !isHeadless || !signs.every(({ text }) => sign.test(text))) return null;
  const amounts = [left, right].map((cells) => {
    const besides = new Map(filledCells(cells, headerRows).map((cell) => [cell.row, cell]));
    return signs.flatMap((own) => {
      const amount = besides.get(own.row);
      if (amount === undefined || signed.test(amount.text)) return [];
      return parseNumber(`${own.text}${amount.text}`, decimal) === null ? [] : [[amount, own.text] as const];
    });
  });
  const [sides = [], ...others] = amounts.filter(({ length }) => length > 0);
  return sides.length === signs.length && others.length === 0 ? new Map(sides) : null;
}
