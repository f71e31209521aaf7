import { romanValue } from '../roman-value.ts';

/** This share of the steps from page to page may be exceptions. */
const fewSteps = 0.1;

/** What a number of a running line does from page to page. */
export type NumberRole = 'counting' | 'constant' | 'changing';

/**
 * The numbers a line prints, from left to right: a date is three. A lone roman numeral is one too, and its value tells
 * whether it counts.
 */
export function printedNumbers(text: string): readonly number[] {
  const trimmed = text.trim();
  if (isRomanNumeral(trimmed)) return [romanValue(trimmed) ?? 0];
  return (trimmed.match(/\d+/g) ?? []).map(Number);
}

export function isRomanNumeral(text: string): boolean {
  return /^[ivxlc]+$/i.test(text);
}

/**
 * What each number of a line does on the pages that show it, by their numbers: it counts up with them as a page number
 * does, stays what it is as a year does, or changes as the numbers of sections do.
 */
export function numberRoles(numbersByPage: ReadonlyMap<number, readonly number[]>): readonly NumberRole[] {
  const shown = [...numbersByPage].sort(([first], [second]) => first - second);
  const steps = shown.slice(1).map(([page, numbers], index) => {
    const [before, numbersBefore] = shown[index] ?? [page, numbers];
    return { pages: page - before, numbers, numbersBefore };
  });
  return (shown[0]?.[1] ?? []).map((_, index) => {
    const rises = steps.map(({ pages, numbers, numbersBefore }) => ({
      pages,
      by: (numbers[index] ?? 0) - (numbersBefore[index] ?? 0),
    }));
    // Half of the steps: a part that begins to count again, or a chapter that ends, is a step of another size.
    const isUsual = (count: number) => count >= 0.5 * rises.length;
    const stays = rises.filter(({ by }) => by === 0).length;
    // No two pages in a row have one number: months of sorted dates rise on some and stay on others.
    if (isUsual(rises.filter(({ by, pages }) => by === pages).length) && stays <= fewSteps * rises.length)
      return 'counting';
    return isUsual(stays) ? 'constant' : 'changing';
  });
}
