/** The median; of an even number of values, the upper of the two in the middle. `whenEmpty` if there are no values. */
export function median(values: readonly number[], whenEmpty = 0): number {
  const ordered = [...values].sort((first, second) => first - second);
  return ordered[ordered.length >> 1] ?? whenEmpty;
}

/** The item with the largest sum of weights; of equal ones, the first. Undefined if there are no items. */
export function heaviest<Thing>(weighed: readonly (readonly [Thing, number])[]): Thing | undefined {
  const sums = new Map<Thing, number>();
  for (const [thing, weight] of weighed) sums.set(thing, (sums.get(thing) ?? 0) + weight);
  const [first] = [...sums].sort(([, one], [, other]) => other - one);
  return first?.[0];
}

/** The smallest value; infinity if there are none. Unlike `Math.min`, it takes any number of values. */
export function minimum(values: Iterable<number>): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (const value of values) smallest = Math.min(smallest, value);
  return smallest;
}

/** The largest value; negative infinity if there are none. Unlike `Math.max`, it takes any number of values. */
export function maximum(values: Iterable<number>): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (const value of values) largest = Math.max(largest, value);
  return largest;
}
