import type { NumberGrid, NumberRow } from './number-grid.ts';
import { sumThresholds } from './thresholds.ts';

/** Which columns move a balance, and in which direction. */
interface BalanceRule {
  readonly balance: number;
  readonly flows: readonly { readonly column: number; readonly sign: 1 | -1 }[];
}

/** A column that is the running balance of others. */
export interface FollowedBalance {
  readonly column: number;
  /** Rows in which the amounts since the balance before do not come out. */
  readonly broken: readonly number[];
}

/**
 * Looks for a running balance; null when no column is one. A balance may be printed for several amounts at once, and begin again in each section.
 */
export function followBalance({ rows, columns }: NumberGrid): FollowedBalance | null {
  let best: (FollowedBalance & { readonly held: number }) | null = null;
  for (const rule of balanceRules(columns)) {
    const { held, broken } = follow(rows, rule);
    if (held < sumThresholds.fewestBalances || held < sumThresholds.holdingShare * (held + broken.length)) continue;
    if (best === null || held > best.held || (held === best.held && broken.length < best.broken.length))
      best = { held, broken, column: rule.balance };
  }
  return best;
}

function* balanceRules(columns: readonly number[]): Generator<BalanceRule> {
  for (const balance of columns) {
    const others = columns.filter((column) => column !== balance);
    for (const column of others) {
      yield { balance, flows: [{ column, sign: 1 }] };
      yield { balance, flows: [{ column, sign: -1 }] };
    }
    for (const [index, first] of others.entries()) {
      for (const second of others.slice(index + 1)) {
        for (const [a, b] of [
          [1, -1],
          [-1, 1],
          [1, 1],
        ] as const)
          yield {
            balance,
            flows: [
              { column: first, sign: a },
              { column: second, sign: b },
            ],
          };
      }
    }
  }
}

function follow(
  rows: readonly NumberRow[],
  { balance, flows }: BalanceRule,
): { readonly held: number; readonly broken: readonly number[] } {
  let held = 0;
  const broken: number[] = [];
  let last: number | null = null;
  let moved = 0;
  let isFirst = true;
  for (const { row, kind, numbers } of rows) {
    const own = flows.reduce((sum, { column, sign }) => sum + sign * (numbers.get(column) ?? 0), 0);
    const hasFlow = flows.some(({ column }) => numbers.has(column));
    // A total repeats amounts that were counted; a section begins with a balance of its own.
    if (kind === 'section' || (kind === 'total' && hasFlow)) {
      isFirst = true;
      moved = 0;
      continue;
    }
    moved += own;
    const now = numbers.get(balance);
    if (now === undefined) continue;
    if (last !== null && (hasFlow || moved !== 0 || kind !== 'record')) {
      // What nothing moves tells nothing: a column of ones, zeros beside zeros.
      if (now === last + moved) held += moved === 0 && kind === 'record' ? 0 : 1;
      else if (!(isFirst && (now === moved || kind === 'record'))) broken.push(row);
    }
    last = now;
    moved = 0;
    isFirst = false;
  }
  return { held, broken };
}
