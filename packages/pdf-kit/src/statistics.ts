/** The middle value, the upper one of two in the middle; `whenEmpty` when there are none. */
export function median(values: readonly number[], whenEmpty = 0): number {
  const ordered = [...values].sort((first, second) => first - second);
  return ordered[ordered.length >> 1] ?? whenEmpty;
}
