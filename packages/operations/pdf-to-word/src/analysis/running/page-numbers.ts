import type { Page } from '@platen/pdf-kit/page-model';
import type { FurnitureFacts } from './furniture.ts';

/**
 * By how much the numbers that running lines print run ahead of the number of their page: a report may begin at 63.
 * Zero where they print none, or where they do not count up with the pages.
 */
export function pageNumberOffset(pages: readonly Page[], furniture: FurnitureFacts): number {
  const counts = new Map<number, number>();
  for (const page of pages) {
    const printed = new Set(page.lines.flatMap((line) => furniture.pageNumberOn(page, line) ?? []));
    for (const number of printed) counts.set(number - page.number, (counts.get(number - page.number) ?? 0) + 1);
  }
  const usual = counts.get(0) ?? 0;
  const [offset, count] = [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [0, usual]);
  return count >= 2 && count > 0.5 * pages.length && count > usual ? offset : 0;
}

/**
 * The pages that begin to count anew, with the numbers they print, as parts and annexes do; the pages after each go on from
 * it. Empty where pages print several numbers, or where one does not fit.
 */
export function pageNumberRestarts(pages: readonly Page[], furniture: FurnitureFacts): ReadonlyMap<number, number> {
  const restarts = new Map<number, number>();
  let before: { readonly page: number; readonly printed: number } | null = null;
  for (const page of pages) {
    const numbers = new Set(page.lines.flatMap((line) => furniture.pageNumberOn(page, line) ?? []));
    const [printed] = numbers;
    if (printed === undefined) continue;
    if (numbers.size > 1) return new Map();
    const due: number | null = before === null ? null : before.printed + page.number - before.page;
    if (due !== null && printed !== due) {
      // What is no new beginning was misread, or is no number of pages.
      if (printed !== 1) return new Map();
      restarts.set(page.number, printed);
    }
    before = { page: page.number, printed };
  }
  return restarts;
}
