import { expect, test } from 'vitest';
import { type GreyRaster, type RasterLine, type Recognizer, recognizePage } from '../../src/ocr.ts';
import { declarationScan, withNoise } from './declaration-scan.ts';

/** Six lines of ten words that cover all ink of the scan, surely read but for one. */
function linesWith(doubtful: string, confidence: number): readonly RasterLine[] {
  return Array.from({ length: 6 }, (_, row): RasterLine => {
    const [top, bottom] = [145 + 60 * row, 205 + 60 * row];
    const words = Array.from({ length: 10 }, (_item, index) => {
      const isDoubtful = row === 2 && index === 4;
      const box = { x0: 95 + 143 * index, y0: top, x1: 95 + 143 * index + 143, y1: bottom };
      return { text: isDoubtful ? doubtful : 'station', confidence: isDoubtful ? confidence : 0.97, box };
    });
    const baseline = { x0: 95, y0: bottom - 10, x1: 1525, y1: bottom - 10 };
    return { words, baseline, heightPx: 42, direction: 'ltr', paragraph: 0 };
  });
}

interface Seen extends Recognizer {
  readonly pages: GreyRaster[];
}

/** Reads the first version of a page with a doubtful word, and others without. */
function createReader(confidence: number): Seen {
  const pages: GreyRaster[] = [];
  return {
    pages,
    async recognize(page) {
      pages.push(page);
      return pages.length === 1 ? linesWith('pouers', confidence) : linesWith('powers', 0.96);
    },
    detectOrientation: async () => null,
    close: async () => {},
  };
}

const darkRows = ({ data, widthPx, heightPx }: GreyRaster) =>
  Array.from({ length: heightPx }, (_, row) => data.subarray(row * widthPx, (row + 1) * widthPx)).filter((row) =>
    row.some((grey) => grey < 100),
  ).length;

test('the line of a doubtful word is read on the untouched page too, and no more than it', async () => {
  const noisy = withNoise(await declarationScan(), 40);
  const reader = createReader(0.7);
  const { lines } = await recognizePage(reader, noisy, { languages: ['eng'] });
  expect(lines.flatMap(({ words }) => words.map(({ text }) => text))).toContain('powers');
  const [whole, part] = reader.pages;
  expect(reader.pages).toHaveLength(2);
  expect(darkRows(part ?? noisy)).toBeLessThan(darkRows(whole ?? noisy) / 2);
});

test('a page without a doubtful word is read once', async () => {
  const reader = createReader(0.97);
  await recognizePage(reader, withNoise(await declarationScan(), 40), { languages: ['eng'] });
  expect(reader.pages).toHaveLength(1);
});
