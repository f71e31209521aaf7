import { isLeader, type TextRow } from './text-rows.ts';
import { columnOf } from './text-tables.ts';

/** A column with text in no more rows than this share of them is a candidate for joining a neighbour. */
const sparseShare = 0.25;
const sign = /^[$€£¥%()+\-–−*†‡]+$/u;

/**
 * Joins columns that are really one: a heading that stands beside its numbers rather than above them, a currency sign
 * or percent sign set apart from its number. Two neighbours are one when no row has a text of its own in both.
 */
export function mergeSparseColumns(rows: readonly TextRow[], cuts: readonly number[]): number[] {
  let kept = [...cuts];
  for (let changed = true; changed && kept.length > 3; ) {
    changed = false;
    const filled = filledRows(rows, kept);
    const target = filled.findIndex((_, column) => mergeTarget(filled, column, rows.length) !== null);
    if (target < 0) break;
    const side = mergeTarget(filled, target, rows.length);
    kept = kept.filter((_, line) => line !== (side === 'left' ? target : target + 1));
    changed = true;
  }
  return kept;
}

interface ColumnFill {
  /** Rows with text in the column. */
  readonly rows: ReadonlySet<number>;
  /** Rows where that text is only a sign. */
  readonly signs: ReadonlySet<number>;
}

function filledRows(rows: readonly TextRow[], cuts: readonly number[]): ColumnFill[] {
  const columns = Array.from({ length: cuts.length - 1 }, () => ({
    rows: new Set<number>(),
    signs: new Set<number>(),
  }));
  rows.forEach((row, index) => {
    const texts = new Map<number, string>();
    for (const { words } of row.chunks) {
      for (const word of words) {
        if (isLeader(word)) continue;
        const column = columnOf((word.box.x0 + word.box.x1) / 2, cuts);
        texts.set(column, `${texts.get(column) ?? ''}${word.text}`);
      }
    }
    for (const [column, text] of texts) {
      columns[column]?.rows.add(index);
      if (sign.test(text)) columns[column]?.signs.add(index);
    }
  });
  return columns;
}

function mergeTarget(columns: readonly ColumnFill[], column: number, rowCount: number): 'left' | 'right' | null {
  const own = columns[column];
  if (own === undefined) return null;
  const left = columns[column - 1];
  const right = columns[column + 1];
  const onlySigns = own.rows.size > 0 && [...own.rows].every((row) => own.signs.has(row));
  const currency = onlySigns && own.rows.size > 0;
  if (currency && right !== undefined && shared(own, right) >= 0.5 * own.rows.size) return 'right';
  if (currency && left !== undefined && shared(own, left) >= 0.5 * own.rows.size) return 'left';
  if (own.rows.size > Math.max(1, sparseShare * rowCount)) return null;
  const freeRight = right !== undefined && shared(own, right) === 0;
  const freeLeft = left !== undefined && column > 1 && shared(own, left) === 0;
  if (freeRight) return 'right';
  return freeLeft ? 'left' : null;
}

function shared(a: ColumnFill, b: ColumnFill): number {
  return [...a.rows].filter((row) => b.rows.has(row)).length;
}
