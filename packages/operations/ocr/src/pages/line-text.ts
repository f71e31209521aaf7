import type { RasterLine } from '@platen/pdf-kit/ocr';

const cjk = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]/u;

/** The words of a line with the spaces between them. */
export function lineText({ words }: Pick<RasterLine, 'words'>): string {
  return words.map(({ text }, index) => (isSpaced(text, words[index + 1]?.text) ? `${text} ` : text)).join('');
}

/** Whether a space parts a word from the next of its line: Chinese and Japanese write none. */
export function isSpaced(text: string, next: string | undefined): boolean {
  return next !== undefined && !(cjk.test(text.slice(-1)) && cjk.test(next.slice(0, 1)));
}
