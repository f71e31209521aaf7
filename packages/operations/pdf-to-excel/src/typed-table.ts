import { joinCents } from './join-cents.ts';
import { joinSigns } from './join-signs.ts';
import { letterSigns } from './letter-signs.ts';
import { lostDecimals } from './lost-decimals.ts';
import { misreadFigures } from './misread-figures.ts';
import { isDoubtful } from './recognition.ts';
import type { SheetCell, SheetTable } from './sheet-model.ts';
import { splitLabelledAmounts } from './split-labelled-amounts.ts';
import { splitStackedAmounts } from './split-stacked-amounts.ts';
import { strayDecimals } from './stray-decimals.ts';
import { checkSums } from './sums/check-sums.ts';
import { type SettledTable, settleColumns } from './sums/settle-columns.ts';
import { signSides } from './sums/sign-sides.ts';
import { type Notation, typeCells } from './type-cells.ts';

/** A table with the value of each cell, and the rows (from 0) to compare with the page. */
export interface TypedTable extends SettledTable {
  /** Rows whose figures contradict each other. */
  readonly differing: readonly number[];
  /**
   * Figures recognised with doubt: without a decimal point that the others have, with a letter that may not be a sign,
   * or with one in place of a figure.
   */
  readonly doubtful: readonly SheetCell[];
}

/** A table whose values cannot be told: each cell is text. */
export function untypedTable(table: SheetTable): TypedTable {
  return { table, values: new Map(), moved: [], differing: [], doubtful: [] };
}

/** Decides what each cell holds, then corrects signs and columns by the running balance, then checks the sums. */
export function typedTable(printed: SheetTable, notation: Notation): TypedTable {
  const { decimal } = notation;
  const split = splitLabelledAmounts(splitStackedAmounts(printed, decimal), decimal);
  const table = joinSigns(joinCents(split, decimal), decimal);
  const typed = typeCells(table, notation);
  const stray = strayDecimals(table, typed, decimal);
  for (const cell of stray) typed.set(cell, { kind: 'text' });
  const settled = settleColumns(table, signSides(table, typed, notation));
  const signed = letterSigns(settled.table, settled.values);
  const lost = lostDecimals(settled.table, settled.values, decimal);
  const misread = misreadFigures(settled.table, settled.values, decimal);
  const isNumber = (cell: SheetCell) => settled.values.get(cell)?.kind === 'number';
  const doubtful = settled.table.cells.filter(
    (cell) =>
      [stray, signed, lost, misread].some((cells) => cells.has(cell)) ||
      (isNumber(cell) && isDoubtful(cell.recognition)),
  );
  return { ...settled, differing: checkSums(settled.table, settled.values), doubtful };
}
