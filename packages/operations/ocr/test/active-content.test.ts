import { inspectPdf, openPdf } from '@platen/pdf-kit/objects';
import { PDFDocument, PDFName } from 'pdf-lib';
import { expect, test } from 'vitest';
import { runOcr } from './run-ocr.ts';

test('scripts of a PDF are kept with a warning, or removed when asked', async () => {
  const document = await PDFDocument.create();
  document.addPage([100, 100]).drawRectangle({ x: 0, y: 0, width: 50, height: 50 });
  document.addJavaScript('greet', 'app.alert(1)');
  const input = await document.save();
  const kept = await runOcr(input);
  expect(kept.warnings.map(({ code }) => code)).toContain('ACTIVE_CONTENT');
  expect(await scripts(kept.bytes)).toBe(true);
  const removed = await runOcr(input, { activeContent: 'remove' });
  expect(removed.warnings.map(({ code }) => code)).toContain('ACTIVE_CONTENT_REMOVED');
  expect(await scripts(removed.bytes)).toBe(false);
});

test('a searchable PDF conforms to PDF/A-2b when asked', async () => {
  const document = await PDFDocument.create();
  document.addPage([100, 100]).drawRectangle({ x: 0, y: 0, width: 50, height: 50 });
  document.addJavaScript('greet', 'app.alert(1)');
  const { bytes, warnings } = await runOcr(await document.save(), { conformance: 'pdfa-2b' });
  expect(warnings.map(({ code }) => code)).toContain('ACTIVE_CONTENT_REMOVED');
  expect(await scripts(bytes)).toBe(false);
  expect(inspectPdf(await openPdf(bytes)).pdfA).toBe('2b');
});

test('content that is not on the pages is warned of', async () => {
  const document = await PDFDocument.create();
  document.addPage([100, 100]).drawRectangle({ x: 0, y: 0, width: 50, height: 50 });
  document.catalog.set(PDFName.of('Collection'), document.context.obj({ Type: 'Collection' }));
  const { warnings } = await runOcr(await document.save(), { output: 'txt' });
  expect(warnings.map(({ code }) => code)).toContain('CONTENT_BESIDE_PAGES');
});

async function scripts(bytes: Uint8Array): Promise<boolean> {
  const { context } = await PDFDocument.load(bytes);
  return context.enumerateIndirectObjects().some(([, object]) => object.toString().includes('/JavaScript'));
}
