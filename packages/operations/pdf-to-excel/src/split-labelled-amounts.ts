import { type DecimalSign, parseNumber } from '@platen/pdf-kit/values';
import type { SheetCell, SheetTable } from './sheet-model.ts';

/** A label with a colon before its value. */
const labelled = /^(.*\p{L}.*:)\s+(\S.*)$/u;

/**
 * Moves the label of an amount, printed with it in a column of amounts (`Subtotal: 285.00`), to the empty cell on its
 * left: together they would be text.
 */
export function splitLabelledAmounts(table: SheetTable, decimal: DecimalSign): SheetTable {
  const body = table.cells.filter(({ row, text }) => row >= table.headerRows && /\d/.test(text));
  const candidates = body.flatMap((cell) => {
    const [, label, amount = ''] = cell.column > 0 && cell.runs === null ? (labelled.exec(cell.text) ?? []) : [];
    const number = label === undefined ? null : parseNumber(amount, decimal);
    const isAmount = number !== null && (number.decimals === 2 || number.currency !== null);
    return label !== undefined && isAmount ? [{ cell, label, amount }] : [];
  });
  if (candidates.length === 0) return table;
  const numbered = new Set(body.flatMap(({ column, text }) => (parseNumber(text, decimal) === null ? [] : [column])));
  const changed = new Map<SheetCell, string>();
  for (const { cell, label, amount } of candidates) {
    const left = table.cells.find(
      ({ row, column, columnSpan }) => row === cell.row && column + columnSpan === cell.column,
    );
    if (left === undefined || left.text !== '' || left.rowSpan !== cell.rowSpan || !numbered.has(cell.column)) continue;
    changed.set(left, label);
    changed.set(cell, amount);
  }
  if (changed.size === 0) return table;
  return {
    ...table,
    cells: table.cells.map((cell) => {
      const text = changed.get(cell);
      return text === undefined ? cell : { ...cell, text };
    }),
  };
}
