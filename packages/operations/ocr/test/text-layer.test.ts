import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identityMatrix } from '@platen/pdf-kit/geometry';
import { openPdf, writePdf } from '@platen/pdf-kit/objects';
import { createTextLayers, graftText, type RasterLine } from '@platen/pdf-kit/ocr';
import { PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import { expect, test } from 'vitest';
import { copyText, copyTextByPdfjs, readLines } from './read-pdf.ts';

/** Words of 12-point text, 40 points wide each, in the order they are read. */
function line(texts: readonly string[], direction: 'ltr' | 'rtl', baseline = 100, slope = 0): RasterLine {
  const words = texts.map((text, index) => {
    const place = direction === 'rtl' ? texts.length - 1 - index : index;
    const y = baseline + slope * place * 50;
    return { text, confidence: 1, box: { x0: 60 + place * 50, y0: y - 9, x1: 100 + place * 50, y1: y + 3 } };
  });
  const end = (texts.length - 1) * 50 + 40;
  return {
    words,
    direction,
    heightPx: 12,
    paragraph: 0,
    baseline: { x0: 60, y0: baseline, x1: 60 + end, y1: baseline + slope * end },
  };
}

/** An empty page of 600 by 400 points with these lines as its text layer. */
async function layered(
  lines: readonly RasterLine[],
  catalog: Readonly<Record<string, string>> = {},
): Promise<Uint8Array> {
  const empty = await PDFDocument.create();
  empty.addPage([600, 400]);
  for (const [key, value] of Object.entries(catalog)) {
    const xml = PDFRawStream.of(empty.context.obj({ Type: 'Metadata', Subtype: 'XML' }), Buffer.from(value));
    empty.catalog.set(PDFName.of(key), empty.context.register(xml));
  }
  const document = await openPdf(await empty.save());
  const [page] = document.pages;
  if (page === undefined) throw new Error('there is no page');
  const layers = createTextLayers(document);
  const recognized = {
    lines,
    rotation: 0,
    skewDegrees: 0,
    confidence: 1,
    languages: ['eng'],
    toPage: identityMatrix,
  } as const;
  graftText(layers, page, recognized, identityMatrix);
  layers.finish();
  const folder = await mkdtemp(join(tmpdir(), 'platen-layer-'));
  try {
    writePdf(document, join(folder, 'out.pdf'));
    return await readFile(join(folder, 'out.pdf'));
  } finally {
    await rm(folder, { recursive: true });
  }
}

test.each([
  ['Latin', line(['Naïve', 'œuvre,', '100 %', 'done'], 'ltr'), 'Naïve œuvre, 100 % done'],
  ['Hebrew', line(['שלום', 'עולם', '2024', 'אחד'], 'rtl'), 'שלום עולם 2024 אחד'],
  ['Arabic', line(['مرحبا', 'بالعالم', '123', 'سلام'], 'rtl'), 'مرحبا بالعالم 123 سلام'],
  ['Chinese', line(['你好', '，世', '界。'], 'ltr'), '你好，世界。'],
  ['Chinese with Latin', line(['使用', 'PDF', '格式'], 'ltr'), '使用 PDF 格式'],
  ['letters beyond the basic plane', line(['𝒜𝒷', '😀'], 'ltr'), '𝒜𝒷 😀'],
])('%s is copied as it reads, by PDFium and by pdf.js', async (_name, text, expected) => {
  const pdf = await layered([text]);
  expect((await copyText(pdf)).trim()).toBe(expected);
  expect((await copyTextByPdfjs(pdf)).trim()).toBe(expected);
});

test('a word is as wide as it was drawn and stands on its line', async () => {
  const [read] = await readLines(await layered([line(['Wide', 'words'], 'ltr')]));
  const box = read?.words[1]?.box;
  expect(read?.hidden).toBe(true);
  expect(box?.x0).toBeCloseTo(110, 0);
  expect(box?.x1).toBeCloseTo(150, 0);
  expect(box?.y0).toBeLessThan(95);
  expect(box?.y1).toBeGreaterThan(99);
});

test('lines that slant a little are copied line by line', async () => {
  const slope = Math.tan((2 * Math.PI) / 180);
  const words = (start: string) => Array.from({ length: 9 }, (_, index) => `${start}${index}`);
  const lines = [0, 1, 2, 3].map((row) => line(words('abcd'[row] ?? ''), 'ltr', 100 + 14 * row, slope));
  const expected = ['a', 'b', 'c', 'd'].map((start) => words(start).join(' ')).join('\n');
  expect(await copyText(await layered(lines))).toBe(expected);
});

test('the start of a line is not mixed with the end of the one before at its height', async () => {
  const words = (start: string) => Array.from({ length: 9 }, (_, index) => `${start}${index}`);
  const upper = line(words('a'), 'ltr', 100, 0.02);
  const lower = line(words('b'), 'ltr', 108);
  expect(await copyText(await layered([upper, lower]))).toBe(`${words('a').join(' ')}\n${words('b').join(' ')}`);
});

test('a file that claims PDF/A-1 stays without object streams, any other is packed', async () => {
  const claim = '<x xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>1</pdfaid:part></x>';
  const text = [line(['Word'], 'ltr')];
  const archival = Buffer.from(await layered(text, { Metadata: claim })).toString('latin1');
  const usual = Buffer.from(await layered(text)).toString('latin1');
  expect(archival).not.toMatch(/\/ObjStm|\/XRef\b/);
  expect(usual).toContain('/ObjStm');
});
