import { expect, test } from 'vitest';
import { joinCombLetters } from '../../src/ocr/join-comb-letters.ts';
import type { GreyRaster, RasterLine } from '../../src/ocr.ts';

const identity = [1, 0, 0, 1, 0, 0] as const;

/** Letters 14 wide and 20 high, one each `pitch`, with dividers at these gaps, that fall to the right. */
function combOf(text: string, pitch: number, hasDivider = (_gap: number) => true) {
  const page: GreyRaster = { data: new Uint8Array(800 * 100).fill(230), widthPx: 800, heightPx: 100, dpi: 200 };
  const words = [...text].map((letter, index) => {
    const x0 = 50 + index * pitch;
    const y0 = 20 + index;
    return { text: letter, confidence: 0.9, box: { x0, y0, x1: x0 + 14, y1: y0 + 20 } };
  });
  for (let gap = 1; gap < text.length; gap += 1) {
    const x = 50 + gap * pitch - Math.round((pitch - 14) / 2);
    for (let row = 10; row < 70 && hasDivider(gap); row += 1) page.data[row * 800 + x + (row > 40 ? 1 : 0)] = 120;
  }
  const line: RasterLine = {
    words,
    baseline: { x0: 50, y0: 40, x1: 700, y1: 60 },
    heightPx: 24,
    direction: 'ltr',
    paragraph: 0,
  };
  return { page, line };
}

const textsOf = ({ page, line }: ReturnType<typeof combOf>) =>
  joinCombLetters([line], page, identity).flatMap(({ words }) => words.map(({ text }) => text));

test('letters in the cells of a comb are one word, although its field is not level', () => {
  expect(textsOf(combOf('4248759849', 46))).toEqual(['4248759849']);
});

test('letters without a divider, in wide cells, too few or at other distances stay apart', () => {
  expect(textsOf(combOf('12345', 46, () => false))).toHaveLength(5);
  expect(textsOf(combOf('12345', 46, (gap) => gap !== 2))).toHaveLength(5);
  expect(textsOf(combOf('12345', 90))).toHaveLength(5);
  expect(textsOf(combOf('123', 46))).toHaveLength(3);
  const { page, line } = combOf('12345', 46);
  const shifted = line.words.map((word, index) =>
    index === 2 ? { ...word, box: { ...word.box, x0: word.box.x0 + 9, x1: word.box.x1 + 9 } } : word,
  );
  expect(textsOf({ page, line: { ...line, words: shifted } })).toHaveLength(5);
});

test('words beside a comb stay as they are', () => {
  const { page, line } = combOf('42487', 46);
  const label = { text: 'ID', confidence: 0.9, box: { x0: 5, y0: 20, x1: 35, y1: 40 } };
  expect(textsOf({ page, line: { ...line, words: [label, ...line.words] } })).toEqual(['ID', '42487']);
});
