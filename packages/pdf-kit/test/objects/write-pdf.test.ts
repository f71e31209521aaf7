import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDFDocument, PDFName, PDFRawStream } from 'pdf-lib';
import { expect, onTestFinished, test } from 'vitest';
import { inspectPdf, openPdf, writePdf } from '../../src/objects.ts';
import { onePage, pdfText } from './pdf-text.ts';

const hasQpdf = spawnSync('qpdf', ['--version']).status === 0;
const fixture = (name: string) => join(import.meta.dirname, '../fixtures', name);

function outputPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'platen-write-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'out.pdf');
}

test('what is written opens again with everything that was there', async () => {
  const path = outputPath();
  const before = await openPdf(fixture('specimen.pdf'));
  const sizeBytes = writePdf(before, path);
  expect(sizeBytes).toBe(readFileSync(path).length);
  const after = await openPdf(path);
  const { version: _, ...rest } = inspectPdf(before);
  expect(inspectPdf(after)).toMatchObject(rest);
});

test('another reader opens it too', async () => {
  const path = outputPath();
  writePdf(await openPdf(fixture('specimen.pdf')), path);
  expect((await PDFDocument.load(readFileSync(path), { updateMetadata: false })).getPageCount()).toBe(4);
});

test.skipIf(!hasQpdf)('qpdf finds nothing wrong with it (needs qpdf)', async () => {
  const path = outputPath();
  writePdf(await openPdf(fixture('encrypted-aes256.pdf'), { password: 'open' }), path);
  expect(spawnSync('qpdf', ['--check', path]).status).toBe(0);
});

test('objects that nothing refers to are left out', async () => {
  const path = outputPath();
  writePdf(await openPdf(pdfText({ ...onePage, 5: '(nobody asks for me)' })), path);
  expect((await openPdf(path)).context.enumerateIndirectObjects()).toHaveLength(4);
});

test('a reference to nothing is written as null', async () => {
  const path = outputPath();
  writePdf(await openPdf(pdfText({ ...onePage, 1: '<</Type/Catalog/Pages 2 0 R/X[77 0 R]>>' })), path);
  expect((await openPdf(path)).catalog.get(PDFName.of('X'))?.toString()).toBe('[ null ]');
});

test('streams go out byte for byte', async () => {
  const path = outputPath();
  writePdf(await openPdf(pdfText(onePage)), path);
  const streams = (await openPdf(path)).context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream ? [object] : []));
  expect(streams.map(({ contents }) => Buffer.from(contents).toString())).toEqual(['q Q']);
});
