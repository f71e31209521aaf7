import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits } from '@platen/core';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResolvedPdfToExcelOptions } from '../src/operation.ts';
import { planParts } from '../src/plan-parts.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-excel-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The pages of the parts of a blank document. */
async function partsOf(pageCount: number, ocr: 'force' | 'off'): Promise<readonly (readonly number[])[]> {
  const document = await PDFDocument.create();
  for (let page = 0; page < pageCount; page += 1) document.addPage([99, 99]);
  const path = join(folder, `${pageCount}.pdf`);
  const bytes = await document.save();
  await writeFile(path, bytes);
  const inputs = [{ path, fileName: 'in.pdf', mediaType: 'application/pdf', sizeBytes: bytes.length }];
  const options = { pages: null, ocr } as unknown as ResolvedPdfToExcelOptions;
  const task = { inputs, options, outputDir: folder, limits: defaultLimits };
  const parts = await planParts(task, { progress: () => {}, warn: () => {} });
  return parts.map(({ pages }) => pages);
}

test('pages that are recognised are parts by themselves, those of a long scan a few together', async () => {
  expect(await partsOf(3, 'force')).toEqual([[1], [2], [3]]);
  const long = await partsOf(300, 'force');
  expect(long).toHaveLength(60);
  expect(long.flat()).toEqual(Array.from({ length: 300 }, (_, at) => at + 1));
});

test('pages with text are read 120 at a time', async () => {
  expect((await partsOf(130, 'off')).map((pages) => pages.length)).toEqual([120, 10]);
});
