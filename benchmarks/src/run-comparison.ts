import { bootstrapInterval, type Interval, median, percentile } from '@platen/cli/bench';

/** Figures measured in turns: of each turn ours, and a piece of work that never changes (see `measureYardstick`). */
export interface Samples {
  readonly ours: readonly number[];
  readonly yardstick: readonly number[];
}

/** What one run says of an earlier one. */
export interface Comparison {
  /** How many times as long it takes now. */
  readonly ratio: number;
  /** Where the ratio is, with a confidence of 95 %. */
  readonly interval: Interval;
  readonly verdict: Verdict;
}

/** Whether it takes longer now than before. */
export type Verdict = 'faster' | 'slower' | 'not distinguishable';

/**
 * What two runs of the same code differ by, however often each measures: where memory lies, what the processor did before,
 * neighbours. A difference counts when the whole interval is beyond it, and beyond what the machine itself swung by: work that contends
 * for it swings more than the yardstick does.
 */
const betweenRuns = 0.1;
/** The probability, among orders that are equally likely, below which one is no accident. */
const accident = 0.005;

/** The ratio of ours to a peer, of medians, and where it is with a confidence of 95 %. */
export function compareWithPeer(
  ours: readonly number[],
  peer: readonly number[],
): Interval & { readonly ratio: number } {
  const ratioOf = ([one, other]: readonly [readonly number[], readonly number[]]) => median(one) / median(other);
  return { ratio: ratioOf([ours, peer]), ...bootstrapInterval([ours, peer], ratioOf) };
}

/**
 * Whether it takes longer now than before. Each turn counts in proportion to the yardstick beside it, so that a machine
 * that is slower as a whole makes no difference. "Slower" and "faster" need three things: an interval that is wholly more than
 * a tenth away from equal, and more than the yardstick swung by, an order of the turns that is no accident (Mann and Whitney), and at least five turns each.
 */
export function compareRuns(before: Samples, now: Samples): Comparison {
  const [old, fresh] = [proportions(before), proportions(now)];
  const ratioOf = ([one, other]: readonly [readonly number[], readonly number[]]) => median(other) / median(one);
  const interval = bootstrapInterval([old, fresh], ratioOf);
  const isSure = Math.min(old.length, fresh.length) >= 5 && orderProbability(old, fresh) < accident;
  const margin = 1 + betweenRuns + Math.max(swing(before.yardstick), swing(now.yardstick));
  const isSlower = isSure && interval.low > margin;
  const isFaster = isSure && interval.high < 1 / margin;
  return {
    ratio: ratioOf([old, fresh]),
    interval,
    verdict: isSlower ? 'slower' : isFaster ? 'faster' : 'not distinguishable',
  };
}

/** The distance of the quartiles, in proportion to the median. */
function swing(values: readonly number[]): number {
  return (percentile(values, 75) - percentile(values, 25)) / median(values);
}

function proportions({ ours, yardstick }: Samples): readonly number[] {
  return ours.map((value, turn) => value / (yardstick[turn] ?? Number.NaN)).filter(Number.isFinite);
}

/** How likely an order as one-sided as this is among equals, to both sides: the normal approximation of Mann and Whitney's U. */
function orderProbability(one: readonly number[], other: readonly number[]): number {
  let above = 0;
  for (const value of one) for (const rival of other) above += value > rival ? 1 : value === rival ? 0.5 : 0;
  const pairs = one.length * other.length;
  const deviation = Math.sqrt((pairs * (one.length + other.length + 1)) / 12);
  return 2 * upperTail(Math.abs(above - pairs / 2) / deviation);
}

/** The share of a normal distribution above so many deviations (Abramowitz and Stegun 26.2.17; error below 1e-7). */
function upperTail(deviations: number): number {
  const t = 1 / (1 + 0.2316419 * deviations);
  const powers = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429];
  const sum = powers.reduce((total, factor, index) => total + factor * t ** (index + 1), 0);
  return (sum * Math.exp(-(deviations ** 2) / 2)) / Math.sqrt(2 * Math.PI);
}
