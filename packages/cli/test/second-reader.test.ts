import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createEngine, createProcessExecutor } from '@platen/engine';
import { readModels } from '@platen/paddle-ocr';
import { loadSharp } from '@platen/pdf-kit/sharp';
import { loadOperation } from '@platen/standard/load-operation';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

/** The wheel of `rapidocr` 3.10.0 with the models. */
const wheel = process.env.PLATEN_PADDLE_WHEEL ?? '';
const fixture = fileURLToPath(new URL('../../operations/ocr/test/fixtures/declaration-200dpi.png', import.meta.url));

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-second-reader-'));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

test.skipIf(wheel === '')(
  'the second reader reads a page of doubt in a confined process (needs PLATEN_PADDLE_WHEEL)',
  async () => {
    for (const { fileName, bytes } of await readModels(wheel)) await writeFile(join(folder, fileName), bytes);
    const page = join(folder, 'page.png');
    // Letters of 12 points at 55 dpi, blurred: Tesseract is sure of few.
    const sharp = await loadSharp();
    await sharp(fixture).resize({ width: 390 }).blur(0.8).withMetadata({ density: 55 }).png().toFile(page);
    // Operations take their settings from the environment when they are loaded.
    vi.stubEnv('PLATEN_OCR_LANGUAGES', folder);
    const ocr = await loadOperation('ocr');
    if (ocr === null) throw new TypeError('ocr is a standard operation');
    const engine = createEngine({ operations: [ocr], executor: createProcessExecutor({ processes: 1 }) });
    try {
      const { outputs } = await engine.convert(ocr, page, { output: 'json' });
      const { pages } = JSON.parse(await readFile(outputs[0]?.path ?? '', 'utf8'));
      const words: readonly { readonly text: string; readonly reader: string }[] = pages[0].lines.flatMap(
        ({ words: each }: { readonly words: readonly object[] }) => each,
      );
      expect(words.filter(({ reader }) => reader === 'second').length).toBeGreaterThan(0);
      expect(words.map(({ text }) => text)).toContain('Independence');
    } finally {
      await engine.stop();
    }
  },
);
