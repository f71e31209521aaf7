import type { Page } from '@platen/pdf-kit/page-model';
import type { NumberFormat } from '../../model/sections.ts';
import type { FurnitureFacts } from './furniture.ts';
import { isRomanNumeral } from './number-roles.ts';

/** What a page prints as its number. */
interface PrintedNumber {
  readonly number: number;
  readonly format: NumberFormat;
}

/**
 * By how much the numbers that running lines print run ahead of the number of their page: a report may begin at 63. Of two
 * numbers on each page, the one above counts: the other may be set apart at its foot. Null where they print none, or where they do not count up with the pages.
 */
export function pageNumberOffset(pages: readonly Page[], furniture: FurnitureFacts): number | null {
  const offsets = pages.flatMap((page) => [
    ...new Set(numbersOn(page, furniture).map(({ number }) => number - page.number)),
  ]);
  const counts = [...Map.groupBy(offsets, (offset) => offset)].map(([offset, same]) => [offset, same.length] as const);
  const [offset, count] = counts.reduce((best, next) => (next[1] > best[1] ? next : best), [0, 0] as const);
  return count > 0 && (count === offsets.length || count > 0.5 * pages.length) ? offset : null;
}

/** How most of some pages write their numbers. */
export function pageNumberFormat(pages: readonly Page[], furniture: FurnitureFacts): NumberFormat {
  const formats = pages.flatMap((page) => numbersOn(page, furniture).slice(0, 1)).map(({ format }) => format);
  const least = formats.length / 2;
  return formats.find((format) => formats.filter((other) => other === format).length > least) ?? 'decimal';
}

/**
 * The pages that begin to count anew or in other numerals, as parts and annexes do; the pages after each go on from it.
 * Those before it that print no number may count already. Empty where pages print several numbers, or where one does not fit.
 */
export function pageNumberStarts(pages: readonly Page[], furniture: FurnitureFacts): readonly number[] {
  const starts: number[] = [];
  let before: (PrintedNumber & { readonly page: number }) | null = null;
  for (const page of pages) {
    const numbers = numbersOn(page, furniture);
    const [printed] = numbers;
    if (printed === undefined) continue;
    if (numbers.some(({ number }) => number !== printed.number)) return [];
    const due: number | null = before === null ? null : before.number + page.number - before.page;
    if (before !== null && (printed.number !== due || printed.format !== before.format)) {
      const start: number = page.number - printed.number + 1;
      // What is no new beginning was misread, or is no number of pages.
      if (start > before.page) starts.push(start);
      else if (printed.format !== before.format) starts.push(page.number);
      else return [];
    }
    before = { ...printed, page: page.number };
  }
  return starts;
}

function numbersOn(page: Page, furniture: FurnitureFacts): readonly PrintedNumber[] {
  const downward = page.lines.toSorted((first, second) => first.baseline - second.baseline);
  return downward.flatMap((line) => {
    const number = furniture.pageNumberOn(page, line);
    return number === null ? [] : [{ number, format: formatOf(line.text, number) }];
  });
}

function formatOf(text: string, number: number): NumberFormat {
  const words = text.trim().split(/\s+/);
  if (words.some((word) => [...word.matchAll(/\d+/g)].some(([digits]) => Number(digits) === number))) return 'decimal';
  const numeral = words.findLast(isRomanNumeral);
  if (numeral === undefined) return 'decimal';
  return numeral === numeral.toUpperCase() ? 'upper-roman' : 'lower-roman';
}
