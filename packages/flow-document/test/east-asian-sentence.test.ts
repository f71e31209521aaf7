import { expect, test } from 'vitest';
import { breaksEastAsianSentence } from '../src/analysis/layout/east-asian-sentence.ts';
import type { Fragment } from '../src/analysis/types.ts';

/** Lines of ten points, each character as wide. */
const linesOf = (...texts: readonly string[]) =>
  texts.map(
    (text) =>
      ({
        words: [{ text, spaceAfter: false }],
        box: { x0: 0, y0: 0, x1: 10 * text.length, y1: 10 },
        style: { sizePt: 10 },
      }) as unknown as Fragment,
  );

/** Whether the first of some lines runs on to the second. */
function runsOn(...texts: readonly string[]): boolean {
  const [first, ...later] = linesOf(...texts);
  return first !== undefined && breaksEastAsianSentence(first, later);
}

test('a line without a stop runs on to the line that has it', () => {
  expect(runsOn('調べてみると平安時代後期のころに', '広がっていたという文献があります。')).toBe(true);
  expect(runsOn('调查结果表明这一时期的许多城市，', '都已经有了自己的图书馆和学校，', '有的还不止一个。')).toBe(true);
});

test('a line with a stop, a short line and lines of no sentence stay apart', () => {
  expect(runsOn('調べてみると文献がありました。', '広がっていたという文献があります。')).toBe(false);
  expect(runsOn('化粧の文化', '広がっていたという文献があります。')).toBe(false);
  expect(runsOn('対象はこの分野に興味の無い人、ある人', '男女を問わずすべての人が対象')).toBe(false);
});
