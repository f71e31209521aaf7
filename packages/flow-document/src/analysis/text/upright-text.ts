import { type Page, turnPage } from '@platen/pdf-kit/page-model';

/** Share of the letters that must run sideways. */
const sidewaysShare = 0.75;
const minLetters = 60;

/** A page whose text runs up or down, such as a wide table set sideways, turned so that it is level. */
export function withUprightText(page: Page): Page {
  const letters = new Map<number, number>();
  for (const { angle, text } of page.lines) letters.set(angle, (letters.get(angle) ?? 0) + text.length);
  const total = [...letters.values()].reduce((sum, count) => sum + count, 0);
  const angle = ([90, 270] as const).find((candidate) => (letters.get(candidate) ?? 0) > sidewaysShare * total);
  if (angle === undefined || total < minLetters) return page;
  return turnPage(page, angle === 90 ? 270 : 90);
}
