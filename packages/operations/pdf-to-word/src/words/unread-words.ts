import type { Page } from '@platen/pdf-kit/page-model';
import { missingWords } from './missing-words.ts';
import { countOf, drawnWordsOf } from './word-count.ts';

/**
 * The words that a page draws and its lines lack: what was lost before anything was made out of them. Numbers of lines are
 * none where they were taken out.
 */
export function unreadWords({ drawnText, lines }: Page, numbersLines: boolean): readonly string[] {
  if (drawnText === '') return [];
  const drawn = countOf(drawnWordsOf(drawnText));
  const read = countOf(lines.flatMap(({ text }) => drawnWordsOf(text)));
  const unread = missingWords(drawn, read, 0);
  return numbersLines ? unread.filter((word) => !/^\d{1,3}$/.test(word)) : unread;
}
