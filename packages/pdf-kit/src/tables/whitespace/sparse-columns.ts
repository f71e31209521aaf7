import { isLeader, type TextRow } from '../text-rows.ts';
import { columnOf } from './column-cuts.ts';

/** A column with text in at most this share of the rows is a candidate for joining a neighbour. */
const sparseShare = 0.25;
const sign = /^[$€£¥%()+\-–−*†‡]+$/u;

const currency = /^[$€£¥]$/;
/** The minimum share of currency signs: a heading may extend into their column. */
const currencyShare = 0.5;

/**
 * Joins columns that are really one: a heading beside its numbers rather than above them, or a currency or percent sign
 * apart from its number. Two adjacent columns are joined if no row has a separate text in both.
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
  /** Rows with text in the column, and the chunks it belongs to. */
  readonly rows: ReadonlyMap<number, ReadonlySet<object>>;
  /** Rows where that text is only a sign. */
  readonly signs: ReadonlySet<number>;
  /** How many of them are currency signs. */
  readonly currencies: number;
}

function filledRows(rows: readonly TextRow[], cuts: readonly number[]): ColumnFill[] {
  const columns = Array.from({ length: cuts.length - 1 }, () => ({
    rows: new Map<number, Set<object>>(),
    signs: new Set<number>(),
    currencies: 0,
  }));
  rows.forEach((row, index) => {
    const texts = new Map<number, string>();
    for (const chunk of row.chunks) {
      for (const word of chunk.words) {
        if (isLeader(word)) continue;
        const column = columnOf((word.box.x0 + word.box.x1) / 2, cuts);
        texts.set(column, `${texts.get(column) ?? ''}${word.text}`);
        const fill = columns[column]?.rows;
        fill?.set(index, (fill.get(index) ?? new Set<object>()).add(chunk));
      }
    }
    for (const [column, text] of texts) {
      const fill = columns[column];
      if (fill === undefined || !sign.test(text)) continue;
      fill.signs.add(index);
      if (currency.test(text)) fill.currencies += 1;
    }
  });
  return columns;
}

function mergeTarget(columns: readonly ColumnFill[], column: number, rowCount: number): 'left' | 'right' | null {
  const own = columns[column];
  if (own === undefined) return null;
  const left = columns[column - 1];
  const right = columns[column + 1];
  // Text that begins further left extends into this column, and nothing begins here.
  if (left !== undefined && own.rows.size > 0 && conflicts(own, left) === 0 && startsIn(own, left)) return 'left';
  const onlySigns =
    own.rows.size > 0 && (own.signs.size === own.rows.size || own.currencies >= currencyShare * own.rows.size);
  if (onlySigns && right !== undefined && shared(own, right) >= 0.5 * own.rows.size) return 'right';
  if (onlySigns && left !== undefined && shared(own, left) >= 0.5 * own.rows.size) return 'left';
  if (own.rows.size > Math.max(1, sparseShare * rowCount)) return null;
  if (right !== undefined && conflicts(own, right) === 0) return 'right';
  return left !== undefined && column > 1 && conflicts(own, left) === 0 ? 'left' : null;
}

/** Whether everything in a column is the end of a text in the column to its left. */
function startsIn(own: ColumnFill, left: ColumnFill): boolean {
  return [...own.rows].every(([row, chunks]) => [...chunks].every((chunk) => left.rows.get(row)?.has(chunk) === true));
}

function shared(a: ColumnFill, b: ColumnFill): number {
  return [...a.rows.keys()].filter((row) => b.rows.has(row)).length;
}

/** Rows in which the two columns hold different pieces of text. */
function conflicts(a: ColumnFill, b: ColumnFill): number {
  return [...a.rows].filter(([row, chunks]) => {
    const others = b.rows.get(row);
    return others !== undefined && [...chunks].some((chunk) => [...others].some((other) => other !== chunk));
  }).length;
}
