import type { Page } from '@platen/pdf-kit/page-model';
import { missingWords } from './missing-words.ts';
import { countOf, drawnWordsOf } from './word-count.ts';

/**
 * The words, without their accents, that a page draws or is filled in with and that its lines lack: lost before
 * anything was made of the lines.
 */
export function wordsLostInReading({ drawnText, formValues, lines }: Page): readonly string[] {
  const filledIn = formValues.filter(isProse).map(({ value }) => value);
  if (drawnText === '' && filledIn.length === 0) return [];
  const read = countOf(lines.flatMap(({ text }) => drawnWordsOf(text)));
  const lost = missingWords(countOf(drawnWordsOf(drawnText)), read, 0);
  const cutOff = missingWords(countOf(filledIn.flatMap(drawnWordsOf)), read, 0);
  const counted = countOf(lost);
  return [...lost, ...[...countOf(cutOff)].flatMap(([word, count]) => repeat(word, count - (counted.get(word) ?? 0)))];
}

/** A field may show amounts and dates in another form than they are kept in, but not this many words. */
const leastWords = 8;

/** Text may be longer than its field. */
function isProse({ kind, value }: Page['formValues'][number]): boolean {
  return kind === 'text' && drawnWordsOf(value).length >= leastWords;
}

function repeat(word: string, count: number): readonly string[] {
  return Array.from({ length: Math.max(0, count) }, () => word);
}
