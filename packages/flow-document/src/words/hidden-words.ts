import type { Page } from '@platen/pdf-kit/page-model';
import { missingWords } from './missing-words.ts';
import { countOf, drawnWordsOf } from './word-count.ts';

/** The words, without their accents, of the text that a page hides, save those it shows somewhere: many copies are drawn unseen. */
export function hiddenWords({ hiddenText, lines }: Page): readonly string[] {
  if (hiddenText === '') return [];
  const shown = countOf(lines.flatMap(({ text }) => drawnWordsOf(text)));
  const others = drawnWordsOf(hiddenText).filter((word) => !shown.has(word));
  return missingWords(countOf(others), shown, 0);
}
