import type { SheetTable } from './sheet-model.ts';
import { checkSums } from './sums/check-sums.ts';
import { type SettledTable, settleColumns } from './sums/settle-columns.ts';
import { signSides } from './sums/sign-sides.ts';
import { type Notation, typeCells } from './type-cells.ts';

/** A table with the value of each cell, and the rows (from 0) to compare with the page. */
export interface TypedTable extends SettledTable {
  /** Rows whose figures contradict each other. */
  readonly differing: readonly number[];
}

/** Decides what each cell holds, then corrects signs and columns by the running balance, then checks the sums. */
export function typedTable(table: SheetTable, notation: Notation): TypedTable {
  const signed = signSides(table, typeCells(table, notation), notation);
  const settled = settleColumns(table, signed);
  return { ...settled, differing: checkSums(settled.table, settled.values) };
}
