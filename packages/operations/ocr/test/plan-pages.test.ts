import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits } from '@platen/core';
import type { Recognizer } from '@platen/pdf-kit/ocr';
import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResolvedOcrOptions } from '../src/operation.ts';
import type { PageText } from '../src/pages/page-text.ts';
import { planPages } from '../src/pages/plan-pages.ts';
import { createEqualPages, readPages } from '../src/pages/read-page.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'platen-ocr-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A document whose pages each have a line of text, as a task. */
async function taskOf(pageCount: number) {
  const document = await PDFDocument.create();
  const font = await document.embedFont('Helvetica');
  for (let number = 1; number <= pageCount; number += 1)
    document.addPage([200, 50]).drawText(`This is page ${number}`, { x: 9, y: 9, size: 9, font });
  const path = join(folder, `${pageCount}.pdf`);
  const bytes = await document.save();
  await writeFile(path, bytes);
  const options = { pages: null, mode: 'auto', language: 'eng' } as unknown as ResolvedOcrOptions;
  const inputs = [{ path, fileName: 'in.pdf', mediaType: 'application/pdf', sizeBytes: bytes.length }];
  return { inputs, options, outputDir: folder, limits: defaultLimits };
}

const silent = { progress: () => {}, warn: () => {} };

test('a part has one page, of a long document several, so that it is not opened for each', async () => {
  const few = await planPages(await taskOf(3), silent);
  expect(few.map((part) => part.map(({ page }) => page))).toEqual([[1], [2], [3]]);
  const many = await planPages(await taskOf(300), silent);
  expect(many).toHaveLength(60);
  expect(many.flat().map(({ page }) => page)).toEqual(Array.from({ length: 300 }, (_, at) => at + 1));
});

test('the pages of a part are read one by one, and count as much of its progress', async () => {
  const task = await taskOf(3);
  const progress: number[] = [];
  const unasked = () => Promise.reject(new Error('these pages have text'));
  const reader = { recognizer: {} as Recognizer, recognize: unasked, equalPages: createEqualPages() };
  const files = await readPages(task, (await planPages(task, silent)).flat(), reader, {
    ...silent,
    progress: (share) => void progress.push(share),
  });
  const texts = await Promise.all(files.map(async ({ text }) => JSON.parse(await readFile(text, 'utf8')) as PageText));
  expect(
    texts.map(({ page, kept }) => [page, kept.map(({ words }) => words.map(({ text }) => text).join(' '))]),
  ).toEqual([1, 2, 3].map((page) => [page, [`This is page ${page}`]]));
  expect(progress).toEqual([1 / 3, 2 / 3, 1]);
});
