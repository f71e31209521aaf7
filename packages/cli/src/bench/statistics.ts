import { createRandom } from './random.ts';

/** From `low` to `high`. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

const resamples = 600;

/** The middle value; the mean of two in the middle. NaN of none. */
export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The value below which this share of them is, 0 to 100, between two where it falls between them. NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const place = ((sorted.length - 1) * share) / 100;
  const [below, above] = [sorted[Math.floor(place)] ?? Number.NaN, sorted[Math.ceil(place)] ?? Number.NaN];
  // Between two that never ended there is none to reckon with.
  return below === above ? below : below + (above - below) * (place - Math.floor(place));
}

/**
 * Where a statistic of samples lies, by drawing as many of each again, with repetition, 600 times. Several lists are drawn
 * from independently. The same for the same samples.
 */
export function bootstrapInterval<const Lists extends readonly (readonly number[])[]>(
  lists: Lists,
  statistic: (drawn: { -readonly [Key in keyof Lists]: readonly number[] }) => number,
  confidence = 95,
): Interval {
  const random = createRandom(1);
  const draw = (list: readonly number[]) => list.map(() => list[random.integer(0, list.length - 1)] ?? Number.NaN);
  const found = Array.from({ length: resamples }, () =>
    statistic(lists.map(draw) as { -readonly [Key in keyof Lists]: readonly number[] }),
  );
  const tail = (100 - confidence) / 2;
  return { low: percentile(found, tail), high: percentile(found, 100 - tail) };
}
