import { maximum } from '@platen/pdf-kit/statistics';
import type { NumberGrid, NumberRow } from './number-grid.ts';
import { isDigitApart } from './one-digit.ts';
import { isRoundingError } from './rounding.ts';
import { sumThresholds } from './thresholds.ts';

export interface CheckedTotals {
  /** Rows of totals that do not come out. */
  readonly broken: readonly number[];
  /** Columns with a total of several amounts that comes out, and none that does not. */
  readonly confirmed: ReadonlySet<number>;
}

/**
 * Finds totals that differ from their sum as by one wrong digit, or in one column while they match in another. A total
 * may also sum up something else (a page, a year), so other differences prove nothing.
 */
export function checkTotals({ rows, columns, shares, scale, printedUnits, isRounded }: NumberGrid): CheckedTotals {
  const broken: Miss[] = [];
  const confirmed = new Set<number>();
  const counters = new Set(columns.filter((column) => isCounter(rows, column, scale)));
  const isOfRecords = totalsAreOfRecords(rows, columns);
  rows.forEach((total, index) => {
    if (total.kind !== 'total') return;
    const above = rows.slice(0, index);
    const filled = columns.filter(
      (column) =>
        total.numbers.has(column) &&
        !total.otherLabels.has(column) &&
        !shares.has(column) &&
        !counters.has(column) &&
        !isWhole(total.numbers.get(column) ?? 0, scale),
    );
    const sums = summations(above);
    // An empty sum is zero. Among small figures, some two add up to nearly any third: they can confirm a total, but not
    // show that a digit is wrong.
    const lastTwo = sumOf(above.filter(({ numbers }) => numbers.size > 0).slice(-2));
    const isHeld = (column: number) =>
      [...sums, lastTwo].some((sum) => (sum(column)?.value ?? 0) === total.numbers.get(column));
    const held = filled.filter(isHeld);
    for (const column of held) if (sums.some((sum) => isConfirmedBy(sum(column), total, column))) confirmed.add(column);
    const missed = filled.filter(
      (column) =>
        !isHeld(column) &&
        !isOfSome(above, column, total.numbers.get(column) ?? 0) &&
        !isNet(above, total.numbers.get(column) ?? 0),
    );
    // One wrong digit affects one column: if more columns miss than match, these are not the rows of the total.
    const isOfOthers = missed.length > sumThresholds.missedColumns && missed.length > held.length;
    for (const column of isOfOthers ? [] : missed) {
      const value = total.numbers.get(column) ?? 0;
      const candidates = sums
        .flatMap((sum) => sum(column) ?? [])
        .filter((sum) => sum.count >= sumThresholds.minSummands);
      // A total that matches in another column sums up the same rows here.
      const isSure =
        held.length >= sumThresholds.holdingColumns * filled.length &&
        sums.some(
          (sum) => held.every((other) => sum(other)?.value === total.numbers.get(other)) && sum(column) !== null,
        );
      // The rows of the first may begin on the page before.
      const unit = printedUnits.get(column) ?? 1;
      const isRounding = candidates.some((sum) => isRoundingError(value - sum.value, sum.count, unit));
      const miss = { row: total.row, column, isRounding: isRounding && unit === scale };
      if (isOfRecords && above.some(({ kind }) => kind === 'total') && sums[0]?.(column) !== null) broken.push(miss);
      const isDigit =
        Math.abs(value) >= sumThresholds.minTelling * unit && candidates.some((sum) => isDigitApart(value, sum.value));
      if (!isDigit && (!isSure || isWithin(value, sums[0]?.(column) === null ? [] : numbersOf(above, column))))
        continue;
      if (isRounded && isRounding) continue;
      broken.push(miss);
      confirmed.delete(column);
    }
  });
  // One wrong digit affects one column: if totals miss by rounding in several, all figures were rounded.
  const areRounded = new Set(broken.flatMap(({ column, isRounding }) => (isRounding ? [column] : []))).size > 1;
  const shown = broken.filter(({ isRounding }) => !areRounded || !isRounding);
  return { broken: [...new Set(shown.map(({ row }) => row))], confirmed };
}

interface Miss {
  readonly row: number;
  readonly column: number;
  /** It may be that of figures without decimals. */
  readonly isRounding: boolean;
}

/** Whether a column counts the rows, totals among them. */
function isCounter(rows: readonly NumberRow[], column: number, scale: number): boolean {
  const counts = numbersOf(rows, column);
  return counts.length > 2 && counts.every((count, index) => index === 0 || count - (counts[index - 1] ?? 0) === scale);
}

/**
 * Whether a total is the sum of the figures right above it, however many (adjacent tables), of those with its sign
 * (allowances among charges), or of the last few with charges added and allowances deducted.
 */
function isOfSome(above: readonly NumberRow[], column: number, value: number): boolean {
  const upwards = numbersOf(above, column).toReversed();
  const records = numbersOf(above.filter(isRecord), column).toReversed();
  const isSuffix = (numbers: readonly number[]) => {
    let sum = 0;
    return numbers.some((number, index) => {
      sum += number;
      return index > 0 && sum === value;
    });
  };
  const signed = (numbers: readonly number[]): readonly number[] =>
    numbers.reduce<readonly number[]>((sums, number) => sums.flatMap((sum) => [sum + number, sum - number]), [0]);
  const alike = records.filter((number) => Math.sign(number) === Math.sign(value));
  return (
    [upwards, records, alike].some(isSuffix) || [3, 4].some((count) => signed(upwards.slice(0, count)).includes(value))
  );
}

/** Whether a figure is the difference of the totals right above, such as earnings and deductions side by side. */
function isNet(above: readonly NumberRow[], value: number): boolean {
  const totals = [...(above.findLast(({ kind }) => kind === 'total')?.numbers.values() ?? [])];
  return totals.some((more) => totals.some((less) => less !== 0 && more - less === value));
}

/** Whether a figure is between the smallest and the largest of several: their mean or maximum rather than their sum. */
function isWithin(value: number, numbers: readonly number[]): boolean {
  return numbers.length > 1 && numbers.every((number) => number >= 0) && value > 0 && value <= maximum(numbers);
}

function numbersOf(rows: readonly NumberRow[], column: number): readonly number[] {
  return rows.flatMap(({ numbers }) => numbers.get(column) ?? []);
}

/** Whether nearly all totals sum up the rows since the previous total: those of a day or section. */
function totalsAreOfRecords(rows: readonly NumberRow[], columns: readonly number[]): boolean {
  let held = 0;
  let tested = 0;
  rows.forEach((total, index) => {
    const above = total.kind === 'total' ? rows.slice(0, index) : [];
    const own = sumOf(above.slice(above.findLastIndex(({ kind }) => kind === 'total') + 1).filter(isRecord));
    for (const column of columns) {
      const sum = total.numbers.has(column) ? own(column) : null;
      if (sum === null) continue;
      tested += 1;
      if (sum.value === total.numbers.get(column)) held += 1;
    }
  });
  return held >= sumThresholds.minBalances && held >= sumThresholds.holdingShare * tested;
}

function isRecord({ kind }: NumberRow): boolean {
  return kind === 'record';
}

/** Rounded shares add up to about a hundred, while exactly a hundred is printed. */
function isWhole(value: number, scale: number): boolean {
  return value === 100 * scale;
}

function isConfirmedBy(sum: ReturnType<Summation>, total: NumberRow, column: number): boolean {
  return sum !== null && sum.count >= sumThresholds.minSummands && sum.value === total.numbers.get(column);
}

type Summation = (column: number) => { readonly value: number; readonly count: number } | null;

/** What a total may be the sum of: the rows since the total before or the last heading, all rows, the totals above with or without the rows below them, the last two totals, the last rows right above it, and what these leave of the total before. */
function summations(above: readonly NumberRow[]): Summation[] {
  const lastTotal = above.findLastIndex(({ kind }) => kind === 'total');
  const lastSection = above.findLastIndex(({ kind, numbers }) => kind === 'section' && numbers.size === 0);
  const records = (from: number) => above.slice(from).filter(({ kind }) => kind === 'record');
  const withBalance = above.filter(({ kind }) => kind === 'record' || kind === 'balance');
  const totals = above.filter(({ kind }) => kind === 'total');
  const run = above
    .slice(above.findLastIndex(({ kind }) => kind === 'record') + 1)
    .filter(({ kind }) => kind === 'total');
  const sets = [
    records(lastTotal + 1),
    records(lastSection + 1),
    above.slice(lastSection + 1),
    records(0),
    withBalance,
    totals,
    [...totals, ...records(lastTotal + 1)],
    totals.slice(-2),
    run,
    run.slice(-2),
    above.slice(Math.max(0, lastTotal)),
  ];
  const unique = sets.filter(
    (set, index) =>
      sets.findIndex((other) => other.length === set.length && other.every((row, at) => row === set[at])) === index,
  );
  return [...unique.map(sumOf), leftOf(above.slice(Math.max(0, lastTotal)))];
}

function sumOf(set: readonly NumberRow[]): Summation {
  return (column) => {
    const numbers = set.flatMap(({ numbers: own }) => own.get(column) ?? []);
    return numbers.length === 0
      ? null
      : { value: numbers.reduce((sum, value) => sum + value, 0), count: numbers.length };
  };
}

/** What is left of a total after the rows below it: payments off what is due. */
function leftOf([total, ...others]: readonly NumberRow[]): Summation {
  return (column) => {
    const whole = total?.numbers.get(column);
    const numbers = others.flatMap(({ numbers: own }) => own.get(column) ?? []);
    if (whole === undefined || numbers.length === 0) return null;
    return { value: numbers.reduce((rest, value) => rest - value, whole), count: numbers.length + 1 };
  };
}
