import { openPdf } from '@platen/pdf-kit/objects';
import { PDFName } from '@platen/pdf-kit/pdf-lib';
import { expect, test } from 'vitest';
import { countAnnotations } from '../src/check/count-annotations.ts';
import { createTestPdf } from './build-pdf.ts';
import { runCompression } from './run-compression.ts';

const link = { Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 9, 9], Border: [0, 0, 0] };

function documentWith(annotations: number): Uint8Array {
  const pdf = createTestPdf();
  // There has to be something to gain: what no page uses.
  pdf.stream({}, 'unused '.repeat(500), false);
  const annots = Array.from({ length: annotations }, () => pdf.object(link));
  return pdf.finish({ content: '0 0 10 10 re f '.repeat(500), resources: {}, page: { Annots: annots } });
}

test('annotations of pages and fields of the form are counted together, fields in a loop once', async () => {
  const document = await openPdf(documentWith(3));
  const { context, catalog } = document;
  const parent = context.obj({});
  const child = context.obj({ Kids: [] });
  parent.set(PDFName.of('Kids'), context.obj([context.register(child)]));
  child.set(PDFName.of('Kids'), context.obj([context.register(parent)]));
  catalog.set(PDFName.of('AcroForm'), context.obj({ Fields: [parent, child] }));
  expect(countAnnotations({ document }, 100)).toBe(5);
});

test('a page of more annotations than are drawn keeps them all', async () => {
  const { document, outputBytes, inputBytes } = await runCompression(documentWith(6_000));
  expect(outputBytes).toBeLessThan(inputBytes);
  expect(countAnnotations({ document }, 10_000)).toBe(6_000);
});
