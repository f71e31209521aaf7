import { balanceSideOf } from '@platen/pdf-kit/values';
import type { SheetCell, SheetTable } from '../sheet-model.ts';
import type { CellValue, Notation } from '../type-cells.ts';
import { headingsOf } from './column-headings.ts';
import { numberGrid } from './number-grid.ts';
import { type FollowedBalance, followBalance } from './running-balance.ts';
import { sumThresholds } from './thresholds.ts';

/**
 * Sets the signs of sided amounts (`12.00 CR`) by the running balance: amounts that raise it are positive, as is a
 * balance in credit. Values stay unchanged if no balance follows such a column.
 */
export function signSides(
  table: SheetTable,
  values: ReadonlyMap<SheetCell, CellValue>,
  { decimal }: Pick<Notation, 'decimal'>,
): ReadonlyMap<SheetCell, CellValue> {
  const amounts = sidedIn(table, values, decimal);
  if (amounts.every(({ side }) => side === null)) return values;
  const balance = followBalance(numberGrid(table, values), sumThresholds.minSided);
  const [flow, ...others] = balance?.flows ?? [];
  if (balance === null || flow === undefined || others.length > 0) return values;
  const isOneForBoth = table.headerRows > 0 && headingsOf(table).vacant.length === 0;
  const turned = turnedColumns(balance.column, flow, amounts, isOneForBoth);
  return new Map(
    [...values].map(([cell, value]) =>
      value.kind === 'number' && cell.row >= table.headerRows && turned.includes(cell.column)
        ? [cell, { ...value, value: value.value === 0 ? 0 : -value.value }]
        : [cell, value],
    ),
  );
}

interface SidedAmount {
  readonly column: number;
  readonly value: number;
  readonly side: 'debit' | 'credit' | null;
}

function sidedIn(
  { cells, headerRows }: SheetTable,
  values: ReadonlyMap<SheetCell, CellValue>,
  decimal: Notation['decimal'],
): readonly SidedAmount[] {
  return cells.flatMap((cell) => {
    const value = cell.row < headerRows ? undefined : values.get(cell);
    return value?.kind === 'number'
      ? [{ column: cell.column, value: value.value, side: balanceSideOf(cell.text, decimal)?.kind ?? null }]
      : [];
  });
}

/** Columns whose numbers change their signs; `isOneForBoth` where no other column is left for credits. */
function turnedColumns(
  balance: number,
  flow: FollowedBalance['flows'][number],
  amounts: readonly SidedAmount[],
  isOneForBoth: boolean,
): readonly number[] {
  const followed = amounts.filter(({ column }) => column === balance);
  const balances = followed.filter(({ side }) => side !== null);
  const moves = amounts.filter(({ column }) => column === flow.column);
  // If all balances have their side, a single column for both would mark credits too, if there were any.
  const isSided =
    moves.some(({ side }) => side !== null) ||
    (isOneForBoth && balances.every(({ side }) => side === 'credit') && balances.length === followed.length);
  const isTurned = ({ side, value }: SidedAmount) => (side === 'credit' ? value < 0 : side === 'debit' && value > 0);
  // If every amount has its side, as banks print them, a credit is what the bank owes its customer, even if a period
  // has no credits.
  const bySide = isOneForBoth ? [...moves, ...balances] : moves;
  if (moves.every(({ side }) => side !== null) && new Set(bySide.map(({ side }) => side)).size > 1)
    return [...(balances.some(isTurned) ? [balance] : []), ...(moves.some(isTurned) ? [flow.column] : [])];
  const credits = balances.filter(({ side }) => side === 'credit');
  const isBalanceTurned = 2 * credits.length > balances.length && credits.some(isTurned);
  // Amounts without a side among amounts with one are on the other side; a column of only debits keeps its signs.
  const isFlowTurned = isSided && flow.sign < 0 !== isBalanceTurned;
  return [...(isBalanceTurned ? [balance] : []), ...(isFlowTurned ? [flow.column] : [])];
}
