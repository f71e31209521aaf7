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

test('whenever a call is aborted, nothing fails where nobody can catch it', async () => {
  const raster = await declarationScan();
  const recognizer = createTesseractJsRecognizer();
  // The moments between the start of a worker, its parameters and its page; vitest fails on an unhandled rejection.
  for (const delayMs of [0, 40, 80, 120, 160, 200]) {
    const signal = AbortSignal.timeout(delayMs);
    await expect(recognizer.recognize(raster, { languages: ['eng'], signal })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    const second = AbortSignal.timeout(delayMs);
    await expect(recognizer.detectOrientation(raster, second)).rejects.toMatchObject({ name: 'TimeoutError' });
  }
  await recognizer.close();
});
