import type { NumberGrid, NumberRow } from './number-grid.ts';
import { isOneDigit } from './one-digit.ts';
import { sumThresholds } from './thresholds.ts';

/** The columns that move a balance, and their directions. */
interface BalanceRule {
  readonly balance: number;
  readonly flows: readonly { readonly column: number; readonly sign: 1 | -1 }[];
  /** Whether each section begins with its own balance; otherwise the balance continues across section names. */
  readonly restarts: boolean;
}

/** A column that is the running balance of others. */
export interface FollowedBalance {
  readonly column: number;
  /** The columns that move it, and in which direction. */
  readonly flows: BalanceRule['flows'];
  readonly broken: readonly BrokenBalance[];
}

/** A row whose balance does not match the amounts since the previous balance, and the difference. */
interface BrokenBalance {
  readonly row: number;
  readonly difference: number;
}

/**
 * Looks for a running balance, oldest or newest first; null when no column is one. A balance may be printed for several
 * amounts at once, and begin again in each section.
 */
export function followBalance(grid: NumberGrid, minRows: number = sumThresholds.minBalances): FollowedBalance | null {
  return followBalances(grid, minRows)[0] ?? null;
}

/**
 * The running balance that most rows follow, and those of other columns, such as of what has cleared, that miss in one
 * figure alone.
 */
export function followBalances(
  { rows, columns }: NumberGrid,
  minRows: number = sumThresholds.minBalances,
): readonly FollowedBalance[] {
  if (columns.length > sumThresholds.maxColumns) return [];
  const best = new Map<number, FollowedBalance & { readonly held: number; readonly faults: number }>();
  const hasSections = rows.some(({ kind }) => kind === 'section');
  const isLong = (column: number) => rows.filter(({ numbers }) => numbers.has(column)).length >= minRows;
  const rules = [...balanceRules(columns.filter(isLong), columns, hasSections)];
  for (const ordered of [rows, rows.toReversed()]) {
    for (const rule of rules) {
      const followed = follow(ordered, rule, minRows);
      if (followed === null) continue;
      const { held, broken, faults } = followed;
      const known = best.get(rule.balance);
      if (known === undefined || held > known.held || (held === known.held && broken.length < known.broken.length))
        best.set(rule.balance, { held, broken, faults, column: rule.balance, flows: rule.flows });
    }
  }
  const [first, ...others] = [...best.values()].sort((a, b) => b.held - a.held || a.broken.length - b.broken.length);
  if (first === undefined) return [];
  const moved = new Set(first.flows.map(({ column }) => column));
  return [
    first,
    ...others.filter(({ held, faults, column, flows }) => {
      // The balance of another account beside the first has its own columns.
      const isApart = !moved.has(column) && flows.every((own) => own.column !== first.column && !moved.has(own.column));
      return faults === 1 && held >= (isApart ? 1 : 2) * sumThresholds.minBalances;
    }),
  ];
}

function* balanceRules(
  balances: readonly number[],
  columns: readonly number[],
  hasSections: boolean,
): Generator<BalanceRule> {
  for (const balance of balances) {
    const others = columns.filter((column) => column !== balance);
    for (const restarts of hasSections ? [true, false] : [true])
      for (const flows of flowsOf(others)) yield { balance, flows, restarts };
  }
}

function* flowsOf(columns: readonly number[]): Generator<BalanceRule['flows']> {
  for (const column of columns) {
    yield [{ column, sign: 1 }];
    yield [{ column, sign: -1 }];
  }
  for (const [index, first] of columns.entries()) {
    for (const second of columns.slice(index + 1)) {
      for (const [a, b] of [
        [1, -1],
        [-1, 1],
        [1, 1],
      ] as const)
        yield [
          { column: first, sign: a },
          { column: second, sign: b },
        ];
    }
  }
}

interface Followed {
  readonly held: number;
  readonly broken: readonly BrokenBalance[];
  /** The minimum number of wrong figures: a wrong balance breaks its own row and the next by the same difference. */
  readonly faults: number;
}

/** How far rows follow a rule; null if not enough do, which shows as soon as too many do not. */
function follow(
  rows: readonly NumberRow[],
  { balance, flows, restarts }: BalanceRule,
  minRows: number,
): Followed | null {
  let left = rows.length;
  let held = 0;
  const broken: BrokenBalance[] = [];
  let faults = 0;
  let missed = 0;
  let last: number | null = null;
  let moved = 0;
  let isFirst = true;
  // Balances right behind an end: those that go on from before it, and those that do not.
  let wentOn = 0;
  let begun = 0;
  const restarted: BrokenBalance[] = [];
  // A balance directly after another: a new account, if the rows below continue from it.
  let begins: BrokenBalance | null = null;
  for (const { row, kind, numbers } of rows) {
    if (!isEnough(held + left, faults, minRows)) return null;
    left -= 1;
    const flow = flowOf(numbers, flows);
    const hasFlow = flow !== null;
    const own = flow ?? 0;
    const now = numbers.get(balance);
    if (kind === 'section' && !restarts) continue;
    // A total repeats counted amounts; a section begins with its own balance.
    if (kind === 'section' || (kind === 'total' && hasFlow)) {
      // The balance beside the sums of a page is that of the row above.
      const difference = now === undefined || last === null ? 0 : now - last - moved;
      // A payment to "Total" moves it.
      if (difference !== own && isOneDigit(difference)) {
        broken.push({ row, difference });
        faults += 1;
      }
      isFirst = true;
      moved = 0;
      continue;
    }
    moved += own;
    if (now === undefined) continue;
    if (last !== null && (hasFlow || moved !== 0 || kind !== 'record')) {
      const difference = now - last - moved;
      // Columns that nothing moves prove nothing: ones, zeros beside zeros.
      if (difference === 0) {
        held += moved === 0 && kind === 'record' ? 0 : 1;
        wentOn += isFirst ? 1 : 0;
      } else if (kind === 'balance' && begins === null) begins = { row, difference };
      else if (!(isFirst && (now === moved || kind !== 'total'))) {
        broken.push(...(begins === null ? [] : [begins]), { row, difference });
        if (difference !== -missed) faults += 1;
      } else {
        // A closing balance with a wrong digit, followed by another account.
        if (begins !== null && isOneDigit(begins.difference)) {
          broken.push(begins);
          faults += 1;
        }
        restarted.push({ row, difference });
        if (difference !== -missed) begun += 1;
      }
      if (begins?.row !== row) begins = null;
      missed = difference;
    }
    last = now;
    moved = 0;
    isFirst = false;
  }
  if (begins !== null) {
    broken.push(begins);
    faults += 1;
  }
  const isOne = wentOn > begun || (wentOn > 0 && areOneDigit(restarted));
  const faultCount = isOne ? faults + begun : faults;
  if (!isEnough(held, faultCount, minRows)) return null;
  return { held, broken: isOne ? [...broken, ...restarted] : broken, faults: faultCount };
}

/** What a row adds to the balance; null if it has no amount. */
function flowOf(numbers: NumberRow['numbers'], flows: BalanceRule['flows']): number | null {
  let sum: number | null = null;
  for (const { column, sign } of flows) {
    const amount = numbers.get(column);
    if (amount !== undefined) sum = (sum ?? 0) + sign * amount;
  }
  return sum;
}

function isEnough(held: number, faults: number, minRows: number): boolean {
  return held >= minRows && held >= sumThresholds.holdingShare * (held + faults);
}

/** Whether a balance was restarted once, one digit off: sums of days and pages do not end it. */
function areOneDigit([only, ...others]: readonly BrokenBalance[]): boolean {
  return only !== undefined && others.length === 0 && isOneDigit(only.difference);
}
