import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createPageTextRecognition, type GreyRaster, type RasterLine, type Recognizer } from '../../src/ocr.ts';
import { openPageModel, type Page } from '../../src/page-model.ts';

const path = fileURLToPath(new URL('../fixtures/specimen.pdf', import.meta.url));
const fileName = 'specimen.pdf';
const settings = { languages: ['eng'], maxPagePixels: 1_000_000_000 };

/** The width of the page of the fixture: how many pixels a picture of it has to the inch, whatever it is scaled to. */
const pageWidthIn = 300 / 72;

/** Reads one word on every picture, an inch from its left and two from its top, and remembers the picture. */
function stubRecognizer(rasters: GreyRaster[], confidence = 0.95): Recognizer {
  return {
    async recognize(raster) {
      rasters.push(raster);
      const x0 = raster.widthPx / pageWidthIn;
      const y1 = 2 * x0;
      const box = { x0, y0: y1 - 0.15 * x0, x1: 2 * x0, y1 };
      const line: RasterLine = {
        words: [{ text: 'Read', box, confidence }],
        baseline: { x0, y0: y1, x1: 2 * x0, y1 },
        heightPx: 0.15 * x0,
        direction: 'ltr',
        paragraph: 0,
      };
      return [line];
    },
    detectOrientation: async () => null,
    close: async () => {},
  };
}

async function firstPage(): Promise<Page> {
  const document = await openPageModel(path, { fileName });
  onTestFinished(() => document.close());
  return document.readPage(1);
}

test('what is read on the picture of a page stands in place of its own text, in points', async () => {
  const page = await firstPage();
  const rasters: GreyRaster[] = [];
  const recognition = createPageTextRecognition(stubRecognizer(rasters), { path, fileName }, settings);
  onTestFinished(() => recognition.close());
  const read = await recognition.recognize(page);
  expect(rasters[0]?.dpi).toBe(300);
  expect(read.lines.map((line) => line.words.map(({ text }) => text))).toEqual([['Read']]);
  expect(read.lines[0]?.words[0]?.box.x0).toBeCloseTo(72, 0);
  expect(read.lines[0]?.baseline).toBeCloseTo(144, 0);
  expect([read.widthPt, read.heightPt].map(Math.round)).toEqual([page.widthPt, page.heightPt].map(Math.round));
  expect(read.rules).toEqual(page.rules);
});

test('a page that no reading makes sense of stays as it is', async () => {
  const page = await firstPage();
  const recognition = createPageTextRecognition(stubRecognizer([], 0.4), { path, fileName }, settings);
  onTestFinished(() => recognition.close());
  expect(await recognition.recognize(page)).toBe(page);
});

test('the file is opened only when a page needs it', async () => {
  const missing = { path: `${path}.missing`, fileName };
  const recognition = createPageTextRecognition(stubRecognizer([]), missing, settings);
  await expect(recognition.close()).resolves.toBeUndefined();
  await expect(recognition.recognize(await firstPage())).rejects.toThrow();
});

test('a page of more pixels than allowed fails', async () => {
  const recognition = createPageTextRecognition(
    stubRecognizer([]),
    { path, fileName },
    { ...settings, maxPagePixels: 1_000 },
  );
  onTestFinished(() => recognition.close());
  await expect(recognition.recognize(await firstPage())).rejects.toMatchObject({ details: { reason: 'pixel_limit' } });
});
