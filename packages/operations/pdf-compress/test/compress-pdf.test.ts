import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultLimits, type WorkerReply } from '@platen/core';
import { inspectPdf, openPdf } from '@platen/pdf-kit/objects';
import { openRenderer } from '@platen/pdf-kit/render';
import { PDFDict, PDFName, PDFString } from 'pdf-lib';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkDocument } from '../src/check/check-document.ts';
import { compressionLevels } from '../src/levels.ts';
import { writeCompact } from '../src/structure/write-compact.ts';
import worker from '../src/worker.ts';
import { createTestPdf, findStream, isImage } from './build-pdf.ts';
import { makeTrueType } from './make-truetype.ts';
import { type CompressionRun, runCompression } from './run-compression.ts';

const side = 240;

/** A document with a bit of everything that compressors lose. */
function richDocument(): Uint8Array {
  const pdf = createTestPdf();
  const pixels = Uint8Array.from({ length: side * side * 3 }, (_, index) => {
    const [x, y] = [Math.floor(index / 3) % side, Math.floor(index / 3 / side)];
    return 128 + 70 * Math.sin(x / 11 + (index % 3)) + 40 * Math.cos(y / 13) + ((x * 5 + y * 3) % 13);
  });
  const alpha = pdf.stream(
    { Type: 'XObject', Subtype: 'Image', Width: side, Height: side, ColorSpace: 'DeviceGray', BitsPerComponent: 8 },
    Uint8Array.from({ length: side * side }, (_, index) => index % 256),
  );
  const image = pdf.stream(
    {
      Type: 'XObject',
      Subtype: 'Image',
      Width: side,
      Height: side,
      ColorSpace: 'DeviceRGB',
      BitsPerComponent: 8,
      SMask: alpha,
    },
    pixels,
  );
  const program = makeTrueType(
    200,
    new Map([
      [0x41, 9],
      [0x42, 10],
    ]),
  );
  const descriptor = pdf.object({
    Type: 'FontDescriptor',
    FontName: 'Test',
    Flags: 32,
    FontBBox: [0, 0, 300, 300],
    FontFile2: pdf.stream({}, program),
  });
  const font = pdf.object({
    Type: 'Font',
    Subtype: 'TrueType',
    BaseFont: 'Test',
    Encoding: 'WinAnsiEncoding',
    FirstChar: 65,
    LastChar: 66,
    Widths: [300, 300],
    FontDescriptor: descriptor,
  });
  const layer = pdf.object({ Type: 'OCG', Name: 'hidden' });
  const appearance = pdf.stream({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, 50, 10] }, '0.8 g 0 0 50 10 re f');
  const field = pdf.object({
    Type: 'Annot',
    Subtype: 'Widget',
    FT: 'Tx',
    T: PDFString.of('name'),
    V: PDFString.of('value'),
    Rect: [10, 10, 60, 20],
    AP: { N: appearance },
  });
  const file = pdf.object({
    Type: 'Filespec',
    F: 'a.txt',
    EF: { F: pdf.stream({ Type: 'EmbeddedFile' }, 'attached') },
  });
  const outline = pdf.context.nextRef();
  const entry = pdf.object({ Title: 'Chapter', Parent: outline, Dest: [0, 'Fit'] });
  pdf.context.assign(outline, pdf.context.obj({ Type: 'Outlines', First: entry, Last: entry, Count: 1 }));
  return pdf.finish({
    content: [
      '/P << /MCID 0 >> BDC BT /F 40 Tf 20 150 Td (AB) Tj ET EMC',
      'q 60 0 0 60 20 60 cm /Im Do Q',
      '/OC /L BDC 1 0 0 rg 100 100 80 80 re f EMC',
    ].join('\n'),
    resources: { Font: { F: font }, XObject: { Im: image }, Properties: { L: layer } },
    page: { Annots: [field], StructParents: 0, PieceInfo: { App: { Private: 'x'.repeat(3_000) } } },
    catalog: {
      Lang: 'en',
      MarkInfo: { Marked: true },
      StructTreeRoot: pdf.object({ Type: 'StructTreeRoot', K: [], ParentTree: { Nums: [] } }),
      Outlines: outline,
      AcroForm: { Fields: [field] },
      Names: { EmbeddedFiles: { Names: ['a', file] } },
      OCProperties: { OCGs: [layer], D: { OFF: [layer], Order: [layer] } },
      PageLabels: { Nums: [0, { S: 'r' }] },
    },
  });
}

describe('a document with a bit of everything', () => {
  const input = richDocument();
  const runs = new Map<string, CompressionRun>();
  beforeAll(async () => {
    for (const level of compressionLevels) runs.set(level, await runCompression(input, level));
  });

  test.each(compressionLevels)('keeps its structure on level %s', async (level) => {
    const before = inspectPdf(await openPdf(input));
    const document = runs.get(level)?.document;
    if (document === undefined) throw new TypeError('there is no result');
    expect(inspectPdf(document)).toEqual({ ...before, repairs: [] });
    const entries = ['Lang', 'MarkInfo', 'PageLabels', 'Names', 'OCProperties', 'AcroForm'];
    expect(entries.filter((key) => document.catalog.has(PDFName.of(key)))).toEqual(entries);
    const field = document.context
      .enumerateIndirectObjects()
      .find(([, object]) => object instanceof PDFDict && object.has(PDFName.of('FT')));
    expect(field?.[1].toString()).toMatch(/\/T \(name\)[\s\S]*\/V \(value\)/);
  });

  test('is smaller the more it is compressed, and never larger', () => {
    const sizes = compressionLevels.map((level) => runs.get(level)?.outputBytes ?? 0);
    expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
    expect(Math.max(...sizes)).toBeLessThan(input.length);
  });

  test('tells the bytes before and after, and names the copy', () => {
    const run = runs.get('medium');
    expect(run).toMatchObject({
      fileName: 'report-compressed.pdf',
      inputBytes: input.length,
      outputBytes: run?.bytes.length,
    });
  });

  test('has its hidden layer hidden still', async () => {
    const renderer = await openRenderer(runs.get('high')?.bytes ?? new Uint8Array());
    const page = await renderer.renderPage(1);
    expect([...page.data.subarray((60 * page.width + 140) * 3).subarray(0, 3)]).toEqual([255, 255, 255]);
    page.release();
    renderer.close();
  });

  test('has its image scaled with its mask', () => {
    const context = runs.get('high')?.document.context;
    const image = context && findStream(context, (dict) => isImage(dict) && dict.has(PDFName.of('SMask')));
    // 240 pixels on 60 points are 288 an inch; 96 an inch are 80 pixels.
    expect(image?.dict.toString()).toMatch(/\/Width 80/);
  });

  const hasQpdf = spawnSync('qpdf', ['--version']).status === 0;
  test.skipIf(!hasQpdf)('passes qpdf --check (skipped without qpdf)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'platen-qpdf-'));
    try {
      for (const [level, { bytes }] of runs) {
        const path = join(folder, `${level}.pdf`);
        writeFileSync(path, bytes);
        expect(spawnSync('qpdf', ['--check', path]).status).toBe(0);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

test('progress moves before the pages are compared, and does not go back', async () => {
  const { progress } = await runCompression(richDocument());
  const joining = progress.slice(progress.indexOf(1) + 1); // What the images reported ends with 1.
  expect(joining).toEqual(joining.toSorted((one, other) => one - other));
  expect(joining.filter((fraction) => fraction < 0.5).length).toBeGreaterThanOrEqual(3);
  expect(Math.max(...joining)).toBeLessThanOrEqual(1);
});

test('what cannot be made smaller comes back byte for byte', async () => {
  const { bytes } = await runCompression(richDocument(), 'low');
  const again = await runCompression(bytes, 'low');
  expect(Buffer.from(again.bytes).equals(bytes)).toBe(true);
  expect(again.outputBytes).toBe(again.inputBytes);
});

test('a damaged file keeps every object that can be read, with a warning', async () => {
  const pdf = createTestPdf();
  pdf.stream({ Lost: true }, 'z'.repeat(4_000), false);
  const whole = Buffer.from(pdf.finish({ content: `0 g ${'1 0 0 1 0 0 cm '.repeat(300)}` }));
  const damaged = whole.subarray(0, whole.lastIndexOf('startxref'));
  const { document, warnings } = await runCompression(damaged);
  expect(warnings).toContain('REPAIRED');
  expect(findStream(document.context, (dict) => dict.has(PDFName.of('Lost')))).toBeDefined();
});

test('a file cut before its catalog, which viewers do not open, comes back as one they do', async () => {
  const content = '10 10 50 50 re f '.repeat(100);
  const cut = Buffer.from(`%PDF-1.4
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R>> endobj
4 0 obj <</Length ${content.length}>> stream
${content}
endstream endobj
5 0 obj <</Type /Cat`);
  await expect(openRenderer(cut)).rejects.toThrow();
  const { bytes, warnings } = await runCompression(cut);
  expect(warnings).toEqual(['REPAIRED']);
  const renderer = await openRenderer(bytes);
  expect(renderer.pageCount).toBe(1);
  renderer.close();
});

test('a damaged file without a page tree keeps its pages', async () => {
  const pdf = createTestPdf();
  const bytes = pdf.finish({ content: `0 g ${'10 10 50 50 re f '.repeat(500)}` });
  const { context, catalog } = await openPdf(bytes);
  catalog.set(PDFName.of('Pages'), context.obj({ Type: 'Pages', Kids: [], Count: 0 }));
  const damaged = writeCompact({ context, version: '1.7', objectStreams: false, keepUnreferenced: true });
  const { document, warnings } = await runCompression(damaged);
  expect(document.pages).toHaveLength(1);
  expect(warnings).toEqual(['REPAIRED']);
});

test('what is not a PDF ends in a clear error', async () => {
  await expect(runCompression(Buffer.from('%PDF-1.7\nnothing'))).rejects.toMatchObject({
    code: 'PROCESSING_FAILED',
    details: { reason: 'damaged_file' },
  });
});

test('the check finds a letter that is gone', async () => {
  const page = (text: string) =>
    createTestPdf().finish({
      content: `BT /F 10 Tf 20 100 Td (${text}) Tj ET`,
      resources: { Font: { F: { Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' } } },
    });
  const check = (after: string) =>
    checkDocument({
      before: page('some text'),
      after: page(after),
      password: undefined,
      minSimilarity: 0.9,
      maxLossyShift: 24,
      lossyPages: new Set(),
    });
  expect(await check('some text')).toEqual([]);
  expect(await check('some te t')).toEqual([1]);
});

test('the three phases of the worker exchange plain data', async () => {
  const outputDir = mkdtempSync(join(tmpdir(), 'platen-phases-'));
  try {
    const path = join(outputDir, 'in.pdf');
    const input = richDocument();
    writeFileSync(path, input);
    const file = { path, fileName: 'a.PDF', mediaType: 'application/pdf', sizeBytes: input.length };
    const task = { inputs: [file], options: { level: 'medium' }, outputDir, limits: defaultLimits };
    const cloned = async (reply: Promise<WorkerReply>) => structuredClone(await reply);
    const plan = await cloned(worker({ phase: 'start', task }, () => {}));
    if (plan.kind !== 'plan') throw new TypeError(`planning gave ${plan.kind}`);
    const results: unknown[] = [];
    for (const part of plan.parts) {
      const reply = await cloned(worker({ phase: 'part', task, part }, () => {}));
      results.push(reply.kind === 'result' ? reply.result : null);
    }
    const joined = await cloned(worker({ phase: 'join', task, results }, () => {}));
    expect(joined).toMatchObject({
      kind: 'outputs',
      outputs: [{ fileName: 'a-compressed.pdf', mediaType: 'application/pdf' }],
    });
  } finally {
    rmSync(outputDir, { recursive: true });
  }
});
