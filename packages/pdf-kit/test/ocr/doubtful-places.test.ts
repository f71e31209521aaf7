import { expect, test } from 'vitest';
import { type GreyRaster, type RasterLine, type Recognizer, recognizePage } from '../../src/ocr.ts';
import { declarationScan, withNoise } from './declaration-scan.ts';

/** Six lines of ten words that cover all ink of the scan, surely read but for one. */
function linesWith(doubtful: string, confidence: number, rows: readonly number[] = [2]): readonly RasterLine[] {
  return Array.from({ length: 6 }, (_, row): RasterLine => {
    const [top, bottom] = [145 + 60 * row, 205 + 60 * row];
    const words = Array.from({ length: 10 }, (_item, index) => {
      const isDoubtful = rows.includes(row) && index === 4;
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
function createReader(confidence: number, rows?: readonly number[]): Seen {
  const pages: GreyRaster[] = [];
  return {
    pages,
    async recognize(page) {
      pages.push(page);
      return pages.length === 1 ? linesWith('pouers', confidence, rows) : linesWith('powers', 0.96);
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

test('where most lines have a doubtful word, the untouched page is read as a whole', async () => {
  const noisy = withNoise(await declarationScan(), 40);
  const reader = createReader(0.7, [0, 1, 2, 4]);
  await recognizePage(reader, noisy, { languages: ['eng'] });
  const [whole, untouched] = reader.pages;
  expect(reader.pages).toHaveLength(2);
  expect(darkRows(untouched ?? noisy)).toBeGreaterThanOrEqual(darkRows(whole ?? noisy));
});

test('where the part leaves a word more likely wrong than right, the whole untouched page is read', async () => {
  const reader = createReader(0.4);
  const read = reader.recognize;
  const again: Recognizer = {
    ...reader,
    async recognize(page, request) {
      const lines = await read(page, request);
      return reader.pages.length === 2 ? linesWith('povers', 0.45) : lines;
    },
  };
  const { lines } = await recognizePage(again, withNoise(await declarationScan(), 40), { languages: ['eng'] });
  expect(reader.pages).toHaveLength(3);
  expect(lines.flatMap(({ words }) => words.map(({ text }) => text))).toContain('powers');
});
