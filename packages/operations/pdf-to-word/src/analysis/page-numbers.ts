import type { Page } from '@platen/pdf-kit/page-model';
import type { FurnitureFacts } from './furniture.ts';

/**
 * By how much the numbers that running lines print run ahead of the number of their page: a report may begin at 63.
 * Zero where they print none, or where they do not count up with the pages.
 */
export function pageNumberOffset(pages: readonly Page[], furniture: FurnitureFacts): number {
  const numbers = pages.map((page) => ({ page, found: numbersOn(page, furniture) }));
  const counts = new Map<number, number>();
  for (const { page, found } of numbers) {
    // What all pages show is a year, or how many pages there are.
    const own = [...found].filter((number) => pages.length < 2 || !numbers.every((other) => other.found.has(number)));
    for (const number of own) counts.set(number - page.number, (counts.get(number - page.number) ?? 0) + 1);
  }
  const usual = counts.get(0) ?? 0;
  const [offset, count] = [...counts].reduce((best, next) => (next[1] > best[1] ? next : best), [0, usual]);
  return count >= 2 && count > 0.5 * pages.length && count > usual ? offset : 0;
}

function numbersOn(page: Page, furniture: FurnitureFacts): ReadonlySet<number> {
  const running = page.lines.filter((line) => furniture.find(page, line) !== null);
  return new Set(running.flatMap(({ text }) => (text.match(numberPattern) ?? []).map(Number)));
}

/** A number by itself: not part of a date, an amount or a share. */
const numberPattern = /(?<![\d.,/-])\d{1,4}(?![\d.,/-]|\s*%)/g;
