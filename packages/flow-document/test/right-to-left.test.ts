import type { Word } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { tabGapIndexes } from '../src/analysis/text/tab-gaps.ts';
import type { Fragment } from '../src/analysis/types.ts';
import { placedFormat } from './placed-format.ts';

const style = { sizePt: 10, color: '#000000', font: { name: 'Arial', bold: false } } as Word['style'];

function word(text: string, x0: number, x1: number): Word {
  const box = { x0, y0: 0, x1, y1: 10 };
  return { text, box, glyphs: [], style, script: 'normal', confidence: null, spaceAfter: true };
}

/** A line whose words are given in reading order. */
function rightToLeft(words: readonly Word[]): Fragment {
  const box = {
    x0: Math.min(...words.map((one) => one.box.x0)),
    y0: 0,
    x1: Math.max(...words.map((one) => one.box.x1)),
    y1: 10,
  };
  return { kind: 'text', words, box, baseline: 8, style, direction: 'rtl' } as unknown as Fragment;
}

function placed(fragment: Fragment) {
  return placedFormat([fragment], { alignment: 'right', direction: 'rtl' });
}

test('a short right-to-left line may grow up to the far edge of its column', () => {
  expect(placed(rightToLeft([word('שלום', 310, 350)]))).toMatchObject({ indentLeftPt: 0, indentRightPt: 0 });
});

test('tabs of right-to-left lines are counted from the right', () => {
  const { tabStops } = placed(rightToLeft([word('שלום', 310, 350), word('עולם', 200, 240)]));
  expect(tabStops).toEqual([{ positionPt: 110, alignment: 'left', leader: 'none' }]);
});

test('words of another direction inside a right-to-left line are no tabs apart', () => {
  const line = rightToLeft([
    word('שלום', 310, 350),
    word('United', 230, 268),
    word('States', 271, 307),
    word('עולם', 190, 227),
  ]);
  expect(tabGapIndexes(line, false)).toEqual([]);
});
