import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits } from '@platen/core';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { readLines } from '../../ocr/test/read-pdf.ts';
import { runOcr, sharedRecognizer } from '../../ocr/test/run-ocr.ts';
import { declarationText, scanImage } from '../../ocr/test/scan-pdf.ts';
import { imagesToPdf } from '../src/images-to-pdf.ts';
import { createImageToPdfOptions } from '../src/operation.ts';
import { noReaders } from './no-readers.ts';

afterAll(() => sharedRecognizer.close());

async function convert(image: Uint8Array, options: Readonly<Record<string, unknown>>) {
  const folder = await mkdtemp(join(tmpdir(), 'platen-searchable-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'scan.png');
  await writeFile(path, image);
  const warnings: string[] = [];
  const progress: number[] = [];
  const task = {
    inputs: [{ path, fileName: 'scan.png', mediaType: 'image/png', sizeBytes: image.byteLength }],
    options: await createImageToPdfOptions([]).parseAsync(options),
    outputDir: folder,
    limits: defaultLimits,
  };
  const context = { progress: (share: number) => progress.push(share), warn: (code: string) => warnings.push(code) };
  const readers = { ...noReaders, recognizer: async () => sharedRecognizer };
  const [output] = await imagesToPdf(task, context, readers);
  return { bytes: await readFile(output?.path ?? ''), warnings, progress };
}

// Reads a page twice: some seconds.
test('a PDF of images gets the layer of text that ocr would give it afterwards', async () => {
  const image = await scanImage();
  const { bytes, warnings, progress } = await convert(image, { searchable: 'en' });
  const plain = await convert(image, {});
  const { bytes: afterwards } = await runOcr(plain.bytes, {});
  const lines = await readLines(bytes);
  expect(lines).toEqual(await readLines(afterwards));
  expect(lines.flatMap(({ words }) => words.map(({ text }) => text)).join(' ')).toContain(declarationText.slice(0, 27));
  expect([warnings, progress.at(-1), await readLines(plain.bytes)]).toEqual([[], 1, []]);
});

test('a page that cannot be read is warned of as by ocr', async () => {
  const mirrored = await scanImage((page) => page.resize({ width: 1_000 }).flop().png());
  const { warnings } = await convert(mirrored, { searchable: 'eng' });
  expect(warnings).toContain('LOW_CONFIDENCE');
});

test('a language that is not installed is refused by the name of the option', async () => {
  const { error } = await createImageToPdfOptions([]).safeParseAsync({ searchable: 'tlh' });
  expect(error?.issues.map(({ path }) => path)).toEqual([['searchable']]);
});
