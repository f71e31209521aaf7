/** The middle value, the upper one of two in the middle; `whenEmpty` when there are none. */
export function median(values: readonly number[], whenEmpty = 0): number {
  const ordered = [...values].sort((first, second) => first - second);
  return ordered[ordered.length >> 1] ?? whenEmpty;
}

/** What weighs most when all its weights are added up, the first of equals; undefined when nothing is weighed. */
export function heaviest<Thing>(weighed: readonly (readonly [Thing, number])[]): Thing | undefined {
  const sums = new Map<Thing, number>();
  for (const [thing, weight] of weighed) sums.set(thing, (sums.get(thing) ?? 0) + weight);
  const [first] = [...sums].sort(([, one], [, other]) => other - one);
  return first?.[0];
}

/** The smallest of any number of values, which need not fit into the arguments of one call; infinity when there are none. */
export function minimum(values: Iterable<number>): number {
  let smallest = Number.POSITIVE_INFINITY;
  for (const value of values) smallest = Math.min(smallest, value);
  return smallest;
}

/** The largest of any number of values; negative infinity when there are none. */
export function maximum(values: Iterable<number>): number {
  let largest = Number.NEGATIVE_INFINITY;
  for (const value of values) largest = Math.max(largest, value);
  return largest;
}
