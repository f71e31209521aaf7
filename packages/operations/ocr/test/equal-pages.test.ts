import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits } from '@platen/core';
import { PDFDocument, PDFName } from 'pdf-lib';
import { expect, test } from 'vitest';
import type { ResolvedOcrOptions } from '../src/operation.ts';
import type { PageText } from '../src/pages/page-text.ts';
import { type PagePart, planPages } from '../src/pages/plan-pages.ts';
import { createEqualPages } from '../src/pages/read-page.ts';
import { runOcr } from './run-ocr.ts';
import { declarationText, scanPdf } from './scan-pdf.ts';

const textOf = (page: number): PageText => ({
  page,
  widthPt: 9,
  heightPt: 9,
  recognized: null,
  kept: [],
  change: 'none',
  picture: null,
});

/** Reads parts one after the other; the pages that were read for themselves. */
async function readAnew(parts: readonly PagePart[], isPlain = true): Promise<readonly number[]> {
  const equalPages = createEqualPages();
  const read: number[] = [];
  for (const part of parts) {
    const text = await equalPages.read(part, async (page) => {
      read.push(page);
      return { text: textOf(page), isPlain };
    });
    expect(text.page).toBe(part.page);
  }
  return read;
}

test('of pages that show the same, one is read', async () => {
  const part = (page: number, likePage: number | null, job = 'a') => ({ page, likePage, job });
  expect(await readAnew([part(1, 1), part(2, null), part(3, 1), part(4, null)])).toEqual([1, 2, 4]);
  // What another job has read might tell that it has the same page.
  expect(await readAnew([part(1, 1), part(3, 1, 'b')])).toEqual([1, 3]);
});

test('pages of which more was said are read each, and say it', async () => {
  const parts = [1, 2].map((page) => ({ page, likePage: 1, job: 'a' }));
  expect(await readAnew(parts, false)).toEqual([1, 2]);
});

/** The page of the fixture again, under its own page dictionary, and once more with another box. */
async function repeatedPages(): Promise<Uint8Array> {
  const document = await PDFDocument.load(await scanPdf());
  const [first] = document.getPages();
  if (first === undefined) throw new Error('no page');
  for (let copy = 0; copy < 3; copy += 1) {
    const page = document.addPage();
    for (const [key, value] of first.node.entries()) if (key !== PDFName.Parent) page.node.set(key, value);
    if (copy === 2) page.node.set(PDFName.of('CropBox'), document.context.obj([0, 0, 90, 90]));
  }
  return document.save();
}

test('pages are alike by their content, resources and boxes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-ocr-'));
  try {
    const path = join(folder, 'in.pdf');
    const bytes = await repeatedPages();
    await writeFile(path, bytes);
    const inputs = [{ path, fileName: 'in.pdf', mediaType: 'application/pdf', sizeBytes: bytes.length }];
    const options = { pages: null } as unknown as ResolvedOcrOptions;
    const task = { inputs, options, outputDir: folder, limits: defaultLimits };
    const parts = await planPages(task, { progress: () => {}, warn: () => {} });
    expect(parts.flat().map(({ likePage }) => likePage)).toEqual([1, 1, 1, null]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('each of them has its text', async () => {
  const { bytes } = await runOcr(await repeatedPages(), { output: 'txt', pages: '1-3' });
  const text = Buffer.from(bytes).toString('utf8').replace(/\s+/g, ' ');
  expect(text.split(declarationText.slice(0, 27))).toHaveLength(4);
});
