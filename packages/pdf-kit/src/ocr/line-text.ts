import { endsWithCjk, startsWithCjk } from '../page-model/text/unspaced-scripts.ts';
import type { RasterLine } from './recognizer.ts';

/** The words of a line with the spaces between them. */
export function lineText({ words }: Pick<RasterLine, 'words'>): string {
  return words.map(({ text }, index) => (isSpaced(text, words[index + 1]?.text) ? `${text} ` : text)).join('');
}

/** Whether a space parts a word from the next of its line: Chinese and Japanese write none. */
export function isSpaced(text: string, next: string | undefined): boolean {
  return next !== undefined && !(endsWithCjk(text) && startsWithCjk(next));
}
