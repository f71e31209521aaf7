import { type DecimalSign, parseNumber } from '@platen/pdf-kit/values';
import { filledCells, withoutColumns } from './joined-columns.ts';
import type { SheetCell, SheetTable } from './sheet-model.ts';

/** Minimum number of signs in a column of signs. */
const minSigns = 2;

const sign = /^[-–−+]$/u;
/** The heading of a column of signs: none, or signs. */
const signHeading = /^[-–−+±/ ]*$/u;
const signed = /[-–−+()]/u;

/** The sign before each amount of a column. */
type Signs = ReadonlyMap<SheetCell, string>;

/**
 * Joins signs with their amounts if they are in a separate adjacent column. A dash with figures on both sides is a
 * range, and a dash in a column with a heading means "none".
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

/** The amounts on one side of a column of signs, each with its sign; null if it is not such a column. */
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
  // Without any heading, a dash beside every amount is the column of credits of an account that had none.
  const isSame = new Set(signs.map(({ text }) => text)).size === 1;
  if (headerRows === 0 && isSame && [left, right].some((cells) => sides.length > 0 && isAllOf(cells, sides)))
    return null;
  return sides.length === signs.length && others.length === 0 ? new Map(sides) : null;
}

/** Whether all figures of a column are amounts that have a sign. */
function isAllOf(cells: readonly SheetCell[], sides: readonly (readonly [SheetCell, string])[]): boolean {
  const own = new Set(sides.map(([amount]) => amount));
  return (
    sides.every(([amount]) => cells.includes(amount)) &&
    cells.every((cell) => own.has(cell) || !/\p{Nd}/u.test(cell.text))
  );
}
