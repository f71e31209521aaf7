/** On half of the pages, or on half of the left-hand or right-hand ones: on all of them where those are two. */
export function isRunning(pages: ReadonlySet<number>, pageCount: number): boolean {
  if (pages.size < 2) return false;
  if (pages.size >= 0.5 * pageCount) return true;
  const numbers = [...pages];
  const parity = (numbers[0] ?? 0) % 2;
  const least = pages.size > 2 ? 0.25 * pageCount : 0.5 * (pageCount - 1);
  return pageCount >= 4 && numbers.every((number) => number % 2 === parity) && pages.size >= least;
}
