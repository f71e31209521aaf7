/** How much of two texts' words is common, 0–1: the harmonic mean of what was found and what of it is right, in any order. */
export function wordF1(read: readonly string[], truth: readonly string[]): number {
  const missing = Map.groupBy(truth, (word) => word);
  const common = read.filter((word) => missing.get(word)?.pop() !== undefined).length;
  return read.length + truth.length === 0 ? 1 : (2 * common) / (read.length + truth.length);
}
