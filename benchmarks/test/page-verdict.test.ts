import { expect, test } from 'vitest';
import { comparePages } from '../src/page-verdict/compare-pages.ts';
import type { DrawnPage, DrawnWord } from '../src/page-verdict/drawn-page.ts';
import { judgePage } from '../src/page-verdict/judge-page.ts';

const [widthPt, heightPt] = [200, 200];

function word(text: string, x0: number, baseline: number, line: number, place: number, pageIndex = 0): DrawnWord {
  const box = { x0, y0: baseline - 8, x1: x0 + 5 * text.length, y1: baseline + 2 };
  return { text, pageIndex, box, baseline, sizePt: 10, bold: false, color: '#000000', line, place, isLevel: true };
}

/** A white page with a red square, if one is given, and lines of words. */
function page(
  lines: readonly (readonly [string, number, number])[],
  square: readonly [number, number] | null = null,
): DrawnPage {
  const data = new Uint8Array(3 * widthPt * heightPt).fill(255);
  const box = square === null ? null : { x0: square[0], y0: square[1], x1: square[0] + 20, y1: square[1] + 20 };
  if (box !== null) {
    for (let y = box.y0; y < box.y1; y++) {
      for (let x = box.x0; x < box.x1; x++) data.set([200, 0, 0], 3 * (y * widthPt + x));
    }
  }
  const words = lines.flatMap(([text, x, baseline], line) => {
    let x0 = x;
    return text.split(' ').map((one, place) => {
      const found = word(one, x0, baseline, line, place);
      x0 = found.box.x1 + 3;
      return found;
    });
  });
  return {
    widthPt,
    heightPt,
    words,
    drawings: box === null ? [] : [box],
    pixels: { width: widthPt, height: heightPt, data },
  };
}

const text = [
  ['one two three four', 20, 40],
  ['five six seven eight', 20, 54],
] as const;

function verdictOf(source: DrawnPage, written: DrawnPage): string {
  return comparePages([source], [written])
    .map((findings) => judgePage(findings).verdict)
    .join();
}

test('a page like its source is clean, and prose that breaks elsewhere has no torn lines', () => {
  expect(verdictOf(page(text, [100, 100]), page(text, [100, 100]))).toBe('clean');
  const rewrapped = page([
    ['one two three', 20, 40],
    ['four five six seven eight', 20, 54],
  ]);
  expect(comparePages([page(text)], [rewrapped])[0]).toMatchObject({ wrapped: 0, brokenRows: 0, overprinted: 0 });
});

test('a drawing that stays where it was while its words move is noticed, and one that moves with them is not', () => {
  const lowered = text.map(([words, x, y]) => [words, x, y + 9] as const);
  const [source] = [page(text, [20, 60])];
  const findings = (written: DrawnPage) => comparePages([source], [written])[0];
  expect(findings(page(lowered, [20, 69]))?.drawingsOff).toBe(0);
  expect(findings(page(lowered, [120, 150]))?.drawingsOff).toBe(1);
  expect(findings(page(lowered))?.drawingsOff).toBe(1);
});

test('words on words, lost words and the end of a cell on a line of its own are noticed', () => {
  const over = page([
    ['one two three four', 20, 40],
    ['five six seven eight', 20, 41],
  ]);
  expect(comparePages([page(text)], [over])[0]?.overprinted).toBeGreaterThan(2);
  expect(comparePages([page(text)], [page([text[0]])])[0]?.lost).toBe(0.5);
  const wrapped = page([
    ['one two three', 20, 40],
    ['four', 20, 47],
    ['five six seven eight', 20, 54],
  ]);
  expect(comparePages([page(text)], [wrapped])[0]?.wrapped).toBe(1);
});
