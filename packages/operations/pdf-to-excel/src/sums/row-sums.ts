import { maximum, minimum } from '@platen/pdf-kit/statistics';
import type { NumberGrid, NumberRow } from './number-grid.ts';
import { isOneDigit } from './one-digit.ts';
import { beyondRounding } from './rounding.ts';
import { sumThresholds } from './thresholds.ts';

/** Rows whose last amount is not the sum of all before, or an amount not the product, sum or difference of two others, where nearly all are. */
export function brokenRows(grid: NumberGrid, confirmed: ReadonlySet<number>): readonly number[] {
  const records = grid.rows.filter(({ kind }) => kind === 'record');
  return [
    ...(brokenSums(grid.rows, grid) ?? brokenProducts(records, grid, confirmed) ?? []),
    ...brokenDifferences(grid.rows, grid),
    ...brokenMovements(records, grid),
  ];
}

/** Two columns whose product, in each row, is the figure in a third one. */
interface ProductRule {
  readonly first: number;
  readonly second: number;
  readonly result: number;
  readonly scale: number;
  readonly roundingUnits: number;
}

function brokenProducts(
  records: readonly NumberRow[],
  grid: NumberGrid,
  confirmed: ReadonlySet<number>,
): readonly number[] | null {
  const { columns, scale, printedUnits } = grid;
  if (columns.length > sumThresholds.maxColumns) return null;
  const counters = new Set(columns.filter((column) => isCounter(records, column, scale)));
  for (const result of columns.toReversed()) {
    // Rounded to the last decimal of the column: half a cent, where prices have four decimals.
    const unit = printedUnits.get(result) ?? 1;
    const roundingUnits = Math.max(sumThresholds.roundingUnits, unit < scale ? unit / 2 + 0.01 : 0);
    const factors = columns.filter((column) => column < result && !counters.has(column));
    for (const [index, first] of factors.entries()) {
      for (const second of factors.slice(index + 1)) {
        const rule = { first, second, result, scale, roundingUnits };
        const rounding = (row: NumberRow) => priceRounding(row, [first, second], grid);
        const isRounded = [first, second].some((factor) => isFine(factor, grid));
        const broken = rowsBreaking(rule, records, isRounded ? rounding : () => 0);
        if (broken === null) continue;
        // Prices of cents may be rounded too: results whose total matches are otherwise right.
        const shown = confirmed.has(result)
          ? broken.filter((row) => !isProduct(row, rule, roundingUnits + rounding(row)))
          : broken;
        return shown.map(({ row }) => row);
      }
    }
  }
  return null;
}

/**
 * The rows that do not follow a rule; null unless enough of them do. It ends as soon as too many do not. Rows that the
 * rounding of the factors explains say nothing.
 */
function rowsBreaking(
  rule: ProductRule,
  records: readonly NumberRow[],
  rounding: (row: NumberRow) => number,
): readonly NumberRow[] | null {
  const { minProducts, productShare, productRows } = sumThresholds;
  const broken: NumberRow[] = [];
  let count = 0;
  let isTrivial = true;
  for (const row of records) {
    if (!canProve(row, rule)) continue;
    const isHeld = isProduct(row, rule, rule.roundingUnits);
    if (!isHeld && isProduct(row, rule, rule.roundingUnits + rounding(row))) continue;
    count += 1;
    if (isHeld) isTrivial &&= !isTelling(row, rule);
    else broken.push(row);
    if (records.length - broken.length < productShare * records.length) return null;
  }
  const held = count - broken.length;
  if (isTrivial || held < minProducts || held < productShare * count) return null;
  // Among many columns a few figures are products by chance.
  return count < productRows * records.length ? null : broken;
}

/** Whether a row has all three figures. Products with zero prove nothing. */
function canProve({ numbers }: NumberRow, { first, second, result }: ProductRule): boolean {
  const [one, other, product] = [numbers.get(first), numbers.get(second), numbers.get(result)];
  if (one === undefined || other === undefined || product === undefined) return false;
  return (one !== 0 && other !== 0) || product !== 0;
}

/** Factors of one make any figure a product, and an unprinted discount makes many of them one. */
function isTelling(row: NumberRow, rule: ProductRule): boolean {
  const isOne = (column: number) => Math.abs(row.numbers.get(column) ?? 0) === rule.scale;
  return !isOne(rule.first) && !isOne(rule.second) && isProduct(row, rule, rule.roundingUnits, false);
}

/** What half of the last decimal of a price makes: so many times as there are of it, by the factor without decimals, or the smaller. */
function priceRounding(
  { numbers }: NumberRow,
  factors: readonly [number, number],
  { scale, printedUnits }: NumberGrid,
): number {
  const sizeOf = (column: number) => Math.abs(numbers.get(column) ?? 0);
  const whole = factors.filter((column) => sizeOf(column) % scale === 0);
  const [smaller, larger] = factors.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  const quantity = whole.length === 1 ? whole[0] : smaller;
  const price = quantity === smaller ? larger : smaller;
  if (quantity === undefined || price === undefined) return 0;
  return (sizeOf(quantity) / scale) * ((printedUnits.get(price) ?? 1) / 2);
}

/** Whether figures of a column have more than two decimals: they are rounded. */
function isFine(column: number, { scale, printedUnits }: NumberGrid): boolean {
  return 100 * (printedUnits.get(column) ?? scale) < scale;
}

/** Whether a column counts the rows. */
function isCounter(records: readonly NumberRow[], column: number, scale: number): boolean {
  const counts = records.flatMap(({ numbers }) => numbers.get(column) ?? []).map((count) => count / scale);
  return (
    counts.length > 1 &&
    new Set(counts).size === counts.length &&
    counts.every((count) => Number.isInteger(count)) &&
    maximum(counts) - minimum(counts) === counts.length - 1
  );
}

/** A product, whole, less a discount that the row prints, or less a usual one: of five percent or a multiple of it. */
function isProduct(
  { numbers, percentages }: NumberRow,
  { first, second, result: column, scale }: ProductRule,
  roundingUnits: number,
  hasUsual = true,
): boolean {
  const product = ((numbers.get(first) ?? 0) * (numbers.get(second) ?? 0)) / scale;
  const result = numbers.get(column) ?? 0;
  if (Math.abs(product - result) <= roundingUnits) return true;
  if (product === 0) return result === 0;
  const isLess = (percent: number) => Math.abs((product * (100 - percent)) / 100 - result) <= roundingUnits;
  if (percentages.some(isLess)) return true;
  const percent = Math.round((1 - result / product) * 100);
  return hasUsual && percent > 0 && percent <= 60 && percent % 5 === 0 && isLess(percent);
}

function brokenSums(rows: readonly NumberRow[], { columns, totals, scale }: NumberGrid): readonly number[] | null {
  const last = columns.at(-1);
  const others = columns.slice(0, -1);
  if (last === undefined || others.length < 2) return null;
  // Zero plus zero is zero in any sum.
  const full = rows.filter(
    ({ numbers }) =>
      numbers.has(last) &&
      others.filter((column) => numbers.has(column)).length >= 2 &&
      columns.some((column) => (numbers.get(column) ?? 0) !== 0),
  );
  const missedBy = ({ numbers }: NumberRow) =>
    others.reduce((sum, column) => sum + (numbers.get(column) ?? 0), 0) - (numbers.get(last) ?? 0);
  const broken = full.filter((row) => missedBy(row) !== 0);
  const held = full.length - broken.length;
  if (held >= sumThresholds.minBalances && held >= sumThresholds.holdingShare * full.length)
    return beyondRounding(broken, missedBy, scale).map(({ row }) => row);
  // A single row, as of what is due by age: a digit apart from several amounts, a total is their sum.
  const [only, ...further] = full;
  const isSingle = only !== undefined && further.length === 0 && only.numbers.size > sumThresholds.minAcross;
  return isSingle && totals.has(last) && isOneDigit(missedBy(only)) ? [only.row] : null;
}

/** Rows in which one column is not the sum, or the difference, of the two before it or around it, where all others are. */
function brokenDifferences(rows: readonly NumberRow[], { columns, scale }: NumberGrid): readonly number[] {
  const broken = new Set<number>();
  columns.slice(2).forEach((third, index) => {
    const first = columns[index];
    const second = columns[index + 1];
    if (first === undefined || second === undefined) return;
    const full = rows.filter(
      ({ numbers }) => [first, second, third].every((column) => numbers.has(column)) && numbers.get(second) !== 0,
    );
    const missedBy = ({ numbers }: NumberRow, [a, b, c]: readonly [number, number, number]) =>
      (numbers.get(a) ?? 0) + (numbers.get(b) ?? 0) - (numbers.get(c) ?? 0);
    const failing = (order: readonly [number, number, number]) => {
      const missed = full.filter((row) => missedBy(row, order) !== 0);
      return { missed, shown: beyondRounding(missed, (row) => missedBy(row, order), scale) };
    };
    // a + b = c, a - b = c, b - a = c.
    const least = (
      [
        [first, second, third],
        [second, third, first],
        [first, third, second],
      ] as const
    )
      .map(failing)
      .toSorted((a, b) => a.missed.length - b.missed.length)[0];
    const held = full.length - (least?.missed.length ?? 0);
    if (least === undefined || held < sumThresholds.minBalances || held < sumThresholds.holdingShare * full.length)
      return;
    for (const { row } of least.shown) broken.add(row);
  });
  return [...broken];
}

/** Rows in which a closing figure is not the opening one with what came in and went out between, where nearly all others are. */
function brokenMovements(rows: readonly NumberRow[], { columns, scale }: NumberGrid): readonly number[] {
  return columns.slice(3).flatMap((closing, index) => {
    const [opening, came, went] = columns.slice(index, index + 3);
    if (opening === undefined || came === undefined || went === undefined) return [];
    const full = rows.filter(
      ({ numbers }) =>
        [opening, closing].every((column) => numbers.has(column)) && (numbers.has(came) || numbers.has(went)),
    );
    const isFull = ({ numbers }: NumberRow) =>
      [opening, came, went].every((column) => (numbers.get(column) ?? 0) !== 0);
    for (const [inSign, outSign] of [
      [1, 1],
      [1, -1],
      [-1, 1],
    ] as const) {
      const missedBy = ({ numbers }: NumberRow) =>
        (numbers.get(opening) ?? 0) +
        inSign * (numbers.get(came) ?? 0) +
        outSign * (numbers.get(went) ?? 0) -
        (numbers.get(closing) ?? 0);
      const broken = full.filter((row) => missedBy(row) !== 0);
      const held = full.length - broken.length;
      if (held < sumThresholds.holdingShare * full.length) continue;
      // Sums of two figures prove nothing about a third.
      if (full.filter((row) => isFull(row) && missedBy(row) === 0).length < sumThresholds.minProducts) continue;
      if (held >= sumThresholds.minBalances) return beyondRounding(broken, missedBy, scale).map(({ row }) => row);
    }
    return [];
  });
}
