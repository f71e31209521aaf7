import { expect, test } from 'vitest';
import { createTesseractJsRecognizer, createWasmRecognizer, recognizePage, recognizerSuite } from '../../src/ocr.ts';
import { declarationScan } from './declaration-scan.ts';

recognizerSuite({
  test,
  create: createTesseractJsRecognizer,
  page: declarationScan,
  words: ['Independence', 'unanimous', 'separation.'],
  abortsMidPage: true,
});

test('tesseract.js reads what the built-in recognizer reads, and says how far it is', async () => {
  const raster = await declarationScan();
  const [own, builtIn] = [createTesseractJsRecognizer(), createWasmRecognizer()];
  const progress: number[] = [];
  const request = { languages: ['eng'], onProgress: (fraction: number) => progress.push(fraction) };
  const [mine, theirs] = [await own.recognize(raster, request), await builtIn.recognize(raster, request)];
  expect(mine).toEqual(theirs);
  expect(Math.max(...progress)).toBeGreaterThan(0.5);
  await Promise.all([own.close(), builtIn.close()]);
});

test('a page upside down is read through it', async () => {
  const recognizer = createTesseractJsRecognizer();
  const page = await recognizePage(recognizer, await declarationScan((scan) => scan.rotate(180)), {
    languages: ['eng'],
  });
  expect(page.rotation).toBe(180);
  await recognizer.close();
});
