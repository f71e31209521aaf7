import { endsWithCjk, startsWithCjk } from '../page-model/text/unspaced-scripts.ts';
import type { RasterLine } from './recognizer.ts';

/** The words of a line with the spaces between them. */
export function lineText({ words }: Pick<RasterLine, 'words'>): string {
  return words.map(({ text }, index) => (isSpaced(text, words[index + 1]?.text) ? `${text} ` : text)).join('');
}

/** True if a space separates a word from the next one in its line. Chinese and Japanese have no such spaces. */
export function isSpaced(text: string, next: string | undefined): boolean {
  return next !== undefined && !(endsWithCjk(text) && startsWithCjk(next));
}
