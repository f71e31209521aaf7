import type { Line, Page } from '@platen/pdf-kit/page-model';
import { expect, test } from 'vitest';
import { measureFrames } from '../src/analysis/layout/page-frame.ts';
import { noFurniture } from '../src/analysis/running/furniture.ts';

const style = { sizePt: 10, color: '#000000', font: { name: 'Arial', bold: false } };

function pageOf(direction: 'ltr' | 'rtl', lefts: readonly number[]): Page {
  const lines = lefts.map((x0, index) => {
    const y0 = 70 + 20 * index;
    const box = { x0, y0, x1: 523, y1: y0 + 12 };
    return { angle: 0, text: 'words', words: [], direction, style, baseline: y0 + 10, box } as unknown as Line;
  });
  return {
    number: 1,
    widthPt: 595,
    heightPt: 842,
    lines,
    pictures: [],
    rules: [],
    fills: [],
    drawings: [],
  } as Partial<Page> as Page;
}

test('lines of right-to-left text that end together by chance are no left margin', () => {
  const lefts = [469, 440, 172, 324, 325, 102, 96, 447];
  const leftOf = (page: Page) => measureFrames([page], noFurniture, []).frameOf(page).x0;
  expect(leftOf(pageOf('rtl', lefts))).toBeCloseTo(72, 0);
  expect(leftOf(pageOf('rtl', [72, 72, 72, 200, 300]))).toBe(72);
  expect(leftOf(pageOf('ltr', lefts))).toBe(324);
});
