import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createModuleRecognizer, ocrSettingsOf, withOcrSettings } from '../../src/ocr.ts';

const path = fileURLToPath(new URL('./fixtures/fixed-recognizer.mjs', import.meta.url));
const raster = { data: new Uint8Array(4), widthPx: 2, heightPx: 2, dpi: 200 };

test('a module of the host reads pages, and is given the folders with languages', async () => {
  const recognizer = createModuleRecognizer(path, ['/data']);
  const [line] = await recognizer.recognize(raster, { languages: ['eng'] });
  expect(line?.words[0]?.text).toBe('/data');
  expect(await recognizer.detectOrientation(raster)).toBeNull();
  await recognizer.close();
});

test('a module that is not there fails with a message that shows no path', async () => {
  const call = createModuleRecognizer('/nowhere/recognizer.mjs', []).recognize(raster, { languages: ['eng'] });
  await expect(call).rejects.toMatchObject({
    code: 'PROCESSING_FAILED',
    message: expect.not.stringContaining('/nowhere'),
  });
});

test('the choice travels to workers in their URL', () => {
  const settings = { languageFolders: ['/data'], tesseractProgram: null, recognizer: path, secondReader: 'none' };
  expect(ocrSettingsOf(withOcrSettings(new URL('file:///worker.js'), settings).href)).toEqual(settings);
});
