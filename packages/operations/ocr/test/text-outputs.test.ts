import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { characterError } from '../../../pdf-kit/test/ocr/character-error.ts';
import { ocrDocument } from '../src/outputs/json-document.ts';
import { readZipEntry } from './read-zip-entry.ts';
import { runOcr, sharedRecognizer } from './run-ocr.ts';
import { declarationText, scanPdf } from './scan-pdf.ts';

const pageText = 'Second page, which has a text of its own. '.repeat(6).trim();
let input: Uint8Array;
beforeAll(async () => {
  input = await scanPdf([{}, { withoutImage: true, stamp: pageText }]);
});
afterAll(() => sharedRecognizer.close());

test('txt holds the lines of each page, recognised or not, with a form feed after each', async () => {
  const { bytes, fileName } = await runOcr(input, { output: 'txt' });
  const [first = '', second = '', rest] = Buffer.from(bytes).toString('utf8').split('\f');
  expect(fileName).toBe('scan.txt');
  expect(characterError(first, declarationText)).toBeLessThanOrEqual(0.01);
  expect(first).toMatch(/^Declaration of Independence\n\nThe unanimous Declaration/);
  expect(second.replace(/\s+/g, ' ').trim()).toBe(pageText);
  expect(rest).toBe('');
});

test('hocr gives words with boxes within their page, and their confidence', async () => {
  const { bytes, fileName, mediaType } = await runOcr(input, { output: 'hocr' });
  const markup = Buffer.from(bytes).toString('utf8');
  const pages = [...markup.matchAll(/class="ocr_page" id="page_(\d)" title="bbox 0 0 (\d+) (\d+); ppageno (\d)/g)];
  const words = [...markup.matchAll(/class="ocrx_word" title="bbox (\d+) (\d+) (\d+) (\d+); x_wconf (\d+)">([^<]*)</g)];
  expect({ fileName, mediaType }).toEqual({ fileName: 'scan.hocr', mediaType: 'text/html; charset=utf-8' });
  expect(pages.map(([, page, , , index]) => [page, index])).toEqual([
    ['1', '0'],
    ['2', '1'],
  ]);
  expect(words[0]?.[6]).toBe('Declaration');
  // 53 of 1420 columns from the left, at 300 dpi instead of the scan's 200.
  expect(Math.abs(Number(words[0]?.[1]) - 53 * 1.5)).toBeLessThan(4);
  expect(Number(words[0]?.[5])).toBeGreaterThan(80);
  for (const [, x0, , x1] of words) expect(Number(x0)).toBeLessThan(Number(x1));
});

test('docx holds paragraphs, joined from lines, and a new page for each page', async () => {
  const { bytes, fileName } = await runOcr(input, { output: 'docx' });
  const xml = readZipEntry(bytes, 'word/document.xml');
  const paragraphs = [...xml.matchAll(/<w:p>.*?<\/w:p>/gs)].map(([paragraph]) => paragraph);
  const texts = paragraphs.map((paragraph) => paragraph.replace(/<[^>]*>/g, ''));
  expect(fileName).toBe('scan.docx');
  const second = paragraphs.findIndex((paragraph) => paragraph.includes('<w:pageBreakBefore/>'));
  expect(texts[0]).toBe('Declaration of Independence');
  expect(characterError(texts.slice(0, second).join(' '), declarationText)).toBeLessThanOrEqual(0.01);
  expect(texts.slice(second).join(' ')).toBe(pageText);
});

test('json has pages, lines and words with boxes in points, confidence, reader and language', async () => {
  const { bytes, fileName, mediaType } = await runOcr(input, { output: 'json' });
  const { pages } = ocrDocument.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  expect({ fileName, mediaType }).toEqual({ fileName: 'scan.json', mediaType: 'application/json' });
  const [first, second] = pages;
  expect(first).toMatchObject({ page: 1, recognized: true, languages: ['eng'], rotation: 0 });
  expect(first?.confidence).toBeGreaterThan(0.8);
  const [word] = first?.lines[0]?.words ?? [];
  expect(word).toMatchObject({ text: 'Declaration', reader: 'first' });
  // 53 of 1420 columns from the left, at 200 dpi.
  expect(Math.abs((word?.box[0] ?? 0) - (53 * 72) / 200)).toBeLessThan(1);
  for (const { box } of first?.lines ?? []) expect(box[2]).toBeLessThanOrEqual(first?.width ?? 0);
  expect(second).toMatchObject({ recognized: false, confidence: null, languages: [] });
  expect(second?.lines.flatMap(({ words }) => words.map(({ reader }) => reader))).toContain('file');
});

test('several outputs come from one reading, and only the selected pages are read', async () => {
  const { outputs, warnings } = await runOcr(input, { output: 'txt,json', pages: '2-5' });
  expect(outputs.map(({ fileName }) => fileName)).toEqual(['scan.txt', 'scan.json']);
  const { pages } = ocrDocument.parse(JSON.parse(Buffer.from(outputs[1]?.bytes ?? []).toString('utf8')));
  expect(pages.map(({ page }) => page)).toEqual([2]);
  expect(warnings).toContainEqual({ code: 'PAGES_CLIPPED', message: expect.stringContaining('the last page, 2,') });
});

test('the published schema is the one that is written', async () => {
  const published = JSON.parse(await readFile(new URL('../../../../docs/ocr.schema.json', import.meta.url), 'utf8'));
  expect(published).toEqual(z.toJSONSchema(ocrDocument));
});
