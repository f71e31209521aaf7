import type { Page } from '@platen/pdf-kit/page-model';
import { missingWords } from './missing-words.ts';
import { countOf, drawnWordsOf } from './word-count.ts';

/** The words, without their accents, that a page draws and its lines lack: lost before anything was made of the lines. */
export function wordsLostInReading({ drawnText, lines }: Page): readonly string[] {
  if (drawnText === '') return [];
  const drawn = countOf(drawnWordsOf(drawnText));
  const read = countOf(lines.flatMap(({ text }) => drawnWordsOf(text)));
  return missingWords(drawn, read, 0);
}
